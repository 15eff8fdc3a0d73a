import Filmgate
import FilmgateLibraryTools
import FilmgateText

extension FailedFile: Encodable {
    /// The path and the reason, on one line.
    var line: String { "\(Text.printable(path.description)): \(Text.printable(reason))\n" }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnyCodingKey.self)
        try values.encode(path.description, forKey: "path")
        try values.encode(reason, forKey: "reason")
    }
}

extension [FailedFile] {
    var inOrder: [FailedFile] { sorted { $0.path < $1.path } }

    /// Returns a list of the files under a heading; empty if there are no files.
    func list(under heading: String) -> String {
        isEmpty ? "" : heading + "\n" + map { "  " + $0.line }.joined()
    }
}
