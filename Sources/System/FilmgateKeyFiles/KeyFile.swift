import CFilmgateGLib

/// A key file, which GLib parses. Desktop files, Flatpak's `.flatpak-info` and configuration files have this format.
public final class KeyFile {
    private let raw: OpaquePointer

    /// - Parameters:
    ///   - keepsTranslations: whether to keep entries such as `Name[de]` for all languages, not only the current ones.
    ///   - keepsComments: whether to keep comments, for a file that is changed and written again.
    /// - Throws: `KeyFileError` if the bytes are not a key file.
    public convenience init(
        _ bytes: [UInt8], keepsTranslations: Bool = false, keepsComments: Bool = false
    ) throws(KeyFileError) {
        guard !bytes.contains(0) else { throw KeyFileError("It contains a NUL.") }
        var kept: UInt32 = G_KEY_FILE_NONE.rawValue
        if keepsTranslations { kept |= G_KEY_FILE_KEEP_TRANSLATIONS.rawValue }
        if keepsComments { kept |= G_KEY_FILE_KEEP_COMMENTS.rawValue }
        try self.init { file, error in
            bytes.withUnsafeBytes { buffer in
                g_key_file_load_from_data(
                    file, buffer.bindMemory(to: CChar.self).baseAddress, gsize(buffer.count), GKeyFileFlags(kept),
                    error)
            }
        }
    }

    /// - Throws: `KeyFileError` if the file cannot be read, or is not a key file.
    public convenience init(path: String) throws(KeyFileError) {
        try self.init { file, error in g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, error) }
    }

    private init(_ load: (OpaquePointer?, ErrorPointer) -> gboolean) throws(KeyFileError) {
        guard let raw = g_key_file_new() else { throw KeyFileError("GLib is out of memory.") }
        self.raw = raw
        var error: UnsafeMutablePointer<GError>?
        guard load(raw, &error) != 0 else { throw KeyFileError(taking: error) }
    }

    deinit { g_key_file_unref(raw) }

    /// The groups, in the order of the file.
    public var groups: [String] { texts(g_key_file_get_groups(raw, nil)) }

    /// Returns the keys of a group, in the order of the file.
    public func keys(of group: String) -> [String] { texts(g_key_file_get_keys(raw, group, nil, nil)) }

    public func contains(group: String) -> Bool { g_key_file_has_group(raw, group) != 0 }

    /// Returns the text after the `=`, with its escapes; nil if the file has no such key.
    public func rawValue(of key: String, in group: String) -> String? {
        text(g_key_file_get_value(raw, group, key, nil))
    }

    /// Returns a string; nil if the file has no such key.
    ///
    /// - Throws: `KeyFileError` if the value is not UTF-8 or contains an invalid escape.
    public func string(_ key: String, in group: String) throws(KeyFileError) -> String? {
        try value(of: key, in: group) { error in text(g_key_file_get_string(raw, group, key, error)) }
    }

    /// Returns the string in the first of these languages that the file has, or else the string without a language.
    /// Returns nil if the file has no such key.
    ///
    /// The key file must have been loaded with `keepsTranslations`.
    ///
    /// - Parameter languages: names of locales such as `de_AT`, which also finds `de`.
    /// - Throws: `KeyFileError` if the value is not UTF-8 or contains an invalid escape.
    public func localizedString(
        _ key: String, in group: String, for languages: [String]
    ) throws(KeyFileError) -> String? {
        let found = languages.first { text(g_key_file_get_locale_for_key(raw, group, key, $0)) != nil }
        guard let found else { return try string(key, in: group) }
        return try value(of: key, in: group) { error in
            text(g_key_file_get_locale_string(raw, group, key, found, error))
        }
    }

    /// Returns a list of strings; nil if the file has no such key. In the file, `;` separates the strings.
    ///
    /// - Throws: `KeyFileError` if the value is not UTF-8 or contains an invalid escape.
    public func strings(_ key: String, in group: String) throws(KeyFileError) -> [String]? {
        try value(of: key, in: group) { error in
            g_key_file_get_string_list(raw, group, key, nil, error).map { texts($0) }
        }
    }

    /// Returns a number; nil if the file has no such key.
    ///
    /// - Throws: `KeyFileError` if the value is not a number in `range`.
    public func number(
        _ key: String, in group: String, of range: ClosedRange<UInt64> = 0...UInt64.max
    ) throws(KeyFileError) -> UInt64? {
        // `g_key_file_get_uint64` would read -1 as the largest number.
        guard let text = try string(key, in: group) else { return nil }
        guard let number = UInt64(text), range.contains(number) else {
            let bounds =
                range.upperBound == .max
                ? "of at least \(range.lowerBound)" : "between \(range.lowerBound) and \(range.upperBound)"
            throw KeyFileError("[\(group)] \(key): The value must be a whole number \(bounds).")
        }
        return number
    }

    /// Returns whether the value is `yes` or `true`; nil if the file has no such key.
    ///
    /// - Throws: `KeyFileError` if the value is none of `yes`, `no`, `true` and `false`.
    public func flag(_ key: String, in group: String) throws(KeyFileError) -> Bool? {
        switch try string(key, in: group) {
        case nil: nil
        case "yes", "true": true
        case "no", "false": false
        default: throw KeyFileError("[\(group)] \(key): The value must be 'yes' or 'no'.")
        }
    }

    /// Sets a key to a Boolean.
    public func set(_ key: String, in group: String, to value: Bool) {
        g_key_file_set_string(raw, group, key, value ? "yes" : "no")
    }

    /// Sets a key to a list of strings. An empty list removes the key.
    public func set(_ key: String, in group: String, to values: [String]) {
        guard !values.isEmpty else {
            g_key_file_remove_key(raw, group, key, nil)
            return
        }
        let texts = values.map { strdup($0) }
        defer { for text in texts { free(text) } }
        let pointers = texts.map { UnsafePointer($0) as UnsafePointer<CChar>? }
        pointers.withUnsafeBufferPointer { buffer in
            g_key_file_set_string_list(raw, group, key, buffer.baseAddress, gsize(buffer.count))
        }
    }

    /// The text of the file with all changes.
    public var contents: String { text(g_key_file_to_data(raw, nil, nil)) ?? "" }

    private typealias ErrorPointer = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

    private func value<Value>(
        of key: String, in group: String, _ get: (ErrorPointer) -> Value?
    ) throws(KeyFileError) -> Value? {
        var error: UnsafeMutablePointer<GError>?
        let value = get(&error)
        guard let error else { return value }
        guard fg_is_missing_key(error) == 0 else {
            g_error_free(error)
            return nil
        }
        throw KeyFileError("[\(group)] \(key): " + KeyFileError(taking: error).message)
    }

    /// Converts a string from GLib, and frees the original.
    private func text(_ raw: UnsafeMutablePointer<gchar>?) -> String? {
        guard let raw else { return nil }
        defer { g_free(raw) }
        return String(cString: raw)
    }

    /// Converts a list of strings from GLib, and frees the original.
    private func texts(_ list: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?) -> [String] {
        guard let list else { return [] }
        defer { g_strfreev(list) }
        var texts: [String] = []
        while let text = list[texts.count] { texts.append(String(cString: text)) }
        return texts
    }
}

/// An error in a key file, with a message from GLib or from Filmgate.
public struct KeyFileError: Error, Hashable, Sendable, CustomStringConvertible {
    public let message: String

    public var description: String { message }

    public init(_ message: String) { self.message = message }

    fileprivate init(taking error: UnsafeMutablePointer<GError>?) {
        message = error.map { String(cString: $0.pointee.message) } ?? "It cannot be read."
        if let error { g_error_free(error) }
    }
}
