import FilmgateLibraryTools
import FilmgateText

extension SkippedFiles {
    /// A line with the numbers of files by kind, and the names of the first files; empty if there are none.
    var text: String {
        guard !isEmpty else { return "" }
        let kinds = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { SkippedFiles.amount($0.value, of: $0.key) }
        return localized(
            "Skipped: {kinds} ({names}).", ["kinds": kinds.joined(separator: ", "), "names": paths.firstNames]) + "\n"
    }

    private static func amount(_ count: Int, of kind: String) -> String {
        switch Kind(rawValue: kind) {
        case .link: counted("{n} symbolic link", "{n} symbolic links", count)
        case .device: counted("{n} device or socket", "{n} devices or sockets", count)
        case .noExtension: counted("{n} without an extension", "{n} without an extension", count)
        case nil: "\(Text.number(count)) \(Text.printable(kind))"
        }
    }
}

extension [DiskPath] {
    /// The names of the first files, and an ellipsis if there are more.
    var firstNames: String {
        let names = prefix(5).map { Text.shortened(Text.printable(String(decoding: $0.name, as: UTF8.self)), to: 60) }
        return (names + (count > 5 ? ["\u{2026}"] : [])).joined(separator: ", ")
    }
}
