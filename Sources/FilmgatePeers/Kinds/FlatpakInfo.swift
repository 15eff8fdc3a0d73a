internal import CFilmgateGLib
internal import FilmgateModel

/// The contents of `.flatpak-info`: a key file that Flatpak writes.
enum FlatpakInfo {
    /// The app's identifier; nil where the bytes are no key file, do not name an app, or number its instance as Flatpak never
    /// does. Older ones do not number it.
    static func app(in bytes: [UInt8]) -> String? {
        guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
        // GLib reads key files for Flatpak, and so it does here: no two readings of one file.
        guard let file = unsafe g_key_file_new() else { return nil }
        defer { unsafe g_key_file_unref(file) }
        let isKeyFile = unsafe bytes.withUnsafeBytes { buffer in
            unsafe g_key_file_load_from_data(
                file, buffer.bindMemory(to: CChar.self).baseAddress, gsize(buffer.count), G_KEY_FILE_NONE, nil)
        }
        func value(_ key: String, of group: String) -> String? {
            guard let text = unsafe g_key_file_get_string(file, group, key, nil) else { return nil }
            defer { unsafe g_free(text) }
            return unsafe String(cString: text)
        }
        func has(_ key: String, of group: String) -> Bool { unsafe g_key_file_has_key(file, group, key, nil) != 0 }
        guard isKeyFile != 0, let name = value("name", of: "Application"), ClientID.isFlatpakName(name) else {
            return nil
        }
        if has("instance-id", of: "Instance") {
            guard let instance = value("instance-id", of: "Instance"), isInstance(instance) else { return nil }
        }
        return name
    }

    /// A number in decimal digits.
    private static func isInstance(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count)
            && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
