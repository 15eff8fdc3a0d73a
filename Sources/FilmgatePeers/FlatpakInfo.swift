internal import CFilmgateGLib
internal import FilmgateModel

/// The contents of `.flatpak-info`: a key file that Flatpak writes.
enum FlatpakInfo {
    /// The app's identifier; nil where the bytes are no key file or do not name an app.
    static func app(in bytes: [UInt8]) -> String? {
        guard !bytes.isEmpty, !bytes.contains(0), let name = value("name", of: "Application", in: bytes),
            ClientID.isFlatpakName(name)
        else { return nil }
        return name
    }

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
