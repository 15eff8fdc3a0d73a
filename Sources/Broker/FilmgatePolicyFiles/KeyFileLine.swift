import FilmgateKeyFiles

/// A line of a key file, parsed by GLib.
///
/// GLib reports no line numbers. A line of a key file depends on no other line except the heading of its section, so
/// parsing line by line gives the same result, and the line number is known.
enum KeyFileLine: Equatable {
    /// A comment or a blank line.
    case nothing
    case section(String)
    case entry(key: String, value: String)
    /// A line that is not allowed in a key file.
    case fault

    /// - Parameter line: UTF-8 without NUL, including its line end.
    init(_ line: some Sequence<UInt8>) {
        if let file = KeyFileLine.keyFile(Array(line)) {
            self = file.groups.first.map { .section($0) } ?? .nothing
        } else if let file = KeyFileLine.keyFile(Array("[section]\n".utf8) + line),
            let key = file.keys(of: "section").first
        {
            self = .entry(key: key, value: file.rawValue(of: key, in: "section") ?? "")
        } else {
            self = .fault
        }
    }

    /// Whether GLib accepts the file as a whole.
    static func allows(file: [UInt8]) -> Bool { keyFile(file) != nil }

    /// Keeps translations: without this, GLib silently drops entries in other languages.
    private static func keyFile(_ bytes: [UInt8]) -> KeyFile? { try? KeyFile(bytes, keepsTranslations: true) }
}
