internal import CFilmgateGLib

/// What one line of a key file says, as GLib reads it.
///
/// GLib tells no line numbers, and no line of a key file depends on another but for the section that it stands in: reading
/// them one by one is the same reading with the number at hand.
enum KeyFileLine: Equatable {
    /// A comment, or blank.
    case nothing
    case section(String)
    case entry(key: String, value: String)
    /// Nothing that may stand in a key file.
    case fault

    /// - Parameter line: UTF-8 without NUL, with the line's end where it has one.
    init(_ line: some Sequence<UInt8>) {
        if let names = KeyFileLine.load(Array(line), entriesOf: nil) {
            self = names.first.map { .section($0.name) } ?? .nothing
        } else if let entry = KeyFileLine.load(Array("[section]\n".utf8) + line, entriesOf: "section")?.first {
            self = .entry(key: entry.name, value: entry.value)
        } else {
            self = .fault
        }
    }

    /// Whether GLib takes the file as a whole.
    static func allows(file: [UInt8]) -> Bool { load(file, entriesOf: nil) != nil }

    /// The file's sections, or the entries of one of them; nil where it is no key file.
    private static func load(_ bytes: [UInt8], entriesOf section: String?) -> [(name: String, value: String)]? {
        guard let file = unsafe g_key_file_new() else { return nil }
        defer { unsafe g_key_file_unref(file) }
        let isKeyFile = unsafe bytes.withUnsafeBytes { buffer in
            // Entries in other languages would be dropped without a word.
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

    /// Takes the list over.
    private static func texts(_ list: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?) -> [String] {
        guard let list = unsafe list else { return [] }
        defer { unsafe g_strfreev(list) }
        var texts: [String] = []
        while let text = unsafe list[texts.count] { unsafe texts.append(String(cString: text)) }
        return texts
    }
}
