/// The keywords of a picture: those with a path, such as `Places/Paris`, and plain ones.
///
/// Programs that know paths also write the parts of each path as plain keywords, for programs that do not. Those are left out.
struct Keywords {
    let texts: [String]

    /// - Parameters:
    ///   - flat: plain keywords.
    ///   - paths: the parts of each path.
    init(flat: [String], paths: [[String]]) {
        let paths = paths.filter { !$0.isEmpty && !$0[0].hasPrefix("_Digikam") }
        let parts = Set(paths.filter { $0.count > 1 }.joined())
        let known = Set(paths.map { $0.joined(separator: "/") })
        texts = MetadataText.keywords(
            paths.map { $0.joined(separator: "/") } + flat.filter { !parts.contains($0) && !known.contains($0) })
    }
}
