internal import CFilmgateGLib

/// The contents of `.flatpak-info`: a key file that Flatpak writes.
enum FlatpakInfo {
    /// The app's identifier; nil where the bytes are no key file or do not name an app.
    static func app(in bytes: [UInt8]) -> String? {
        guard !bytes.isEmpty, !bytes.contains(0), let name = value("name", of: "Application", in: bytes),
            isAppID(name)
        else { return nil }
        return name
    }

    /// Flatpak's own grammar: three elements or more, separated by dots, of letters, digits and `_`, none of which begins
    /// with a digit; the last may hold `-` as well; at most 255 bytes.
    static func isAppID(_ name: String) -> Bool {
        let elements = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard name.utf8.count <= 255, elements.count >= 3, let last = elements.last else { return false }
        return elements.dropLast().allSatisfy { isElement($0, hyphens: false) } && isElement(last, hyphens: true)
    }

    private static func isElement(_ element: Substring.UTF8View, hyphens: Bool) -> Bool {
        guard let first = element.first, !isDigit(first) else { return false }
        return element.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
            case UInt8(ascii: "-"): hyphens
            default: isDigit(byte)
            }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// GLib reads key files for Flatpak, and so it does here: no two readings of one file.
    private static func value(_ key: String, of group: String, in bytes: [UInt8]) -> String? {
        guard let file = unsafe g_key_file_new() else { return nil }
        defer { unsafe g_key_file_unref(file) }
        let isKeyFile = unsafe bytes.withUnsafeBytes { buffer in
            unsafe g_key_file_load_from_data(
                file, buffer.bindMemory(to: CChar.self).baseAddress, gsize(buffer.count), G_KEY_FILE_NONE, nil)
        }
        guard isKeyFile != 0, let text = unsafe g_key_file_get_string(file, group, key, nil) else { return nil }
        defer { unsafe g_free(text) }
        return unsafe String(cString: text)
    }
}
