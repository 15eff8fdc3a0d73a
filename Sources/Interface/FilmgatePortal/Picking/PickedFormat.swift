import FilmgateModel

/// The format and the filename with which an app gets a picked item.
struct PickedFormat: Hashable, Sendable {
    let mimeType: String
    /// The name of the copy.
    let filename: String

    /// Returns nil if the app's filter accepts none of the item's formats.
    ///
    /// - Parameters:
    ///   - formats: the formats in which the item can be loaded, the preferred ones first.
    ///   - filename: the name of the file in the library.
    init?(of formats: [String], named filename: String?, for accepted: AcceptedMedia) {
        let name = filename.flatMap { $0.isEmpty ? nil : $0 }
        let dot = name.flatMap { $0.lastIndex(of: ".") }
        let ending = name.flatMap { name in dot.map { name[name.index(after: $0)...] } }
        for format in formats {
            guard let found = accepted.ending(of: format, name: ending?.lowercased()) else { continue }
            mimeType = format
            if let name, let ending, ending.lowercased() == found {
                self.filename = name
            } else {
                let kind = format.hasPrefix("video/") ? "video" : "photo"
                let stem = name.map { name in dot.map { String(name[..<$0]) } ?? name } ?? kind
                self.filename = (stem.isEmpty ? kind : stem) + "." + found
            }
            return
        }
        return nil
    }
}
