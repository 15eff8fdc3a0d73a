internal import CFilmgateGLib

/// A line of a key file, parsed by GLib.
///
/// GLib reports no line numbers. A line of a key file depends on no other line except the heading of its section, so parsing line
/// by line gives the same result, and the number is known.
enum KeyFileLine: Equatable {
    /// A comment or a blank line.
    case nothing
    case section(String)
    case entry(key: String, value: String)
    /// A line that is not allowed in a key file.
    case fault

    /// - Parameter line: UTF-8 without NUL, including its line end.
    init(_ line: some Sequence<UInt8>) {
        if let names = KeyFileLine.load(Array(line), entriesOf: nil) {
            self = names.first.map { .section($0.name) } ?? .nothing
        } else if let entry = KeyFileLine.load(Array("[section]\n".utf8) + line, entriesOf: "section")?.first {
            self = .entry(key: entry.name, value: entry.value)
        } else {
            self = .fault
        }
    }

    /// Whether GLib accepts the file as a whole.
    static func allows(file: [UInt8]) -> Bool { load(file, entriesOf: nil) != nil }

    /// Returns the file's sections, or the entries of one section. Returns nil if it is not a key file.
    private static func load(_ bytes: [UInt8], entriesOf section: String?) -> [(name: String, value: String)]? {
        guard let file = unsafe g_key_file_new() else { return nil }
        defer { unsafe g_key_file_unref(file) }
        let isKeyFile = unsafe bytes.withUnsafeBytes { buffer in
            // Without the flag GLib silently drops entries in other languages.
            unsafe g_key_file_load_from_data(
                file, buffer.bindMemory(to: CChar.self).baseAddress, gsize(buffer.count), G_KEY_FILE_KEEP_TRANSLATIONS,
                nil)
        }
        guard isKeyFile != 0 else { return nil }
        guard let section else { return unsafe texts(g_key_file_get_groups(file, nil)).map { ($0, "") } }
        return unsafe texts(g_key_file_get_keys(file, section, nil, nil)).map { key in
            guard let raw = unsafe g_key_file_get_value(file, section, key, nil) else { return (key, "") }
            defer { unsafe g_free(raw) }
            return unsafe (key, String(cString: raw))
        }
    }

    /// Converts a list, and frees it.
    private static func texts(_ list: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?) -> [String] {
        guard let list = unsafe list else { return [] }
        defer { unsafe g_strfreev(list) }
        var texts: [String] = []
        while let text = unsafe list[texts.count] { unsafe texts.append(String(cString: text)) }
        return texts
    }
}
