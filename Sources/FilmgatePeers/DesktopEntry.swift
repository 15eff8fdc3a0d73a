internal import CFilmgateGLib

/// What an installed application says of itself to people, as far as a prompt shows it.
public struct DesktopEntry: Hashable, Sendable {
    public var name: String?
    /// A name of the icon theme, or a path.
    public var icon: String?
    /// Why the application reads photos, in its own words.
    public var libraryUsage: String?
    /// Why it adds photos.
    public var additionsUsage: String?

    /// Nil where the bytes are no desktop file.
    init?(_ bytes: [UInt8]) {
        guard !bytes.isEmpty, !bytes.contains(0), let file = unsafe g_key_file_new() else { return nil }
        defer { unsafe g_key_file_unref(file) }
        let isKeyFile = unsafe bytes.withUnsafeBytes { buffer in
            unsafe g_key_file_load_from_data(
                file, buffer.bindMemory(to: CChar.self).baseAddress, gsize(buffer.count), G_KEY_FILE_NONE, nil)
        }
        guard isKeyFile != 0, unsafe g_key_file_has_group(file, "Desktop Entry") != 0 else { return nil }
        func value(_ key: String) -> String? {
            guard let text = unsafe g_key_file_get_string(file, "Desktop Entry", key, nil) else { return nil }
            defer { unsafe g_free(text) }
            return unsafe String(cString: text)
        }
        name = value("Name")
        icon = value("Icon")
        libraryUsage = value("X-Filmgate-PhotoLibraryUsage")
        additionsUsage = value("X-Filmgate-PhotoAdditionsUsage")
    }
}
