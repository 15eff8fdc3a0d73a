import CFilmgateGLib

/// The `file:` URI of a path.
enum FileURI {
    /// Returns nil if the path is not absolute.
    static func text(of path: String) -> String? {
        guard let text = unsafe g_filename_to_uri(path, nil, nil) else { return nil }
        defer { unsafe g_free(text) }
        return unsafe String(cString: text)
    }
}
