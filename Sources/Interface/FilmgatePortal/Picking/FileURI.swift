import CFilmgateGLib

/// Converts between paths and `file:` URIs.
enum FileURI {
    /// Returns nil if the path is not absolute.
    static func text(of path: String) -> String? {
        guard let text = unsafe g_filename_to_uri(path, nil, nil) else { return nil }
        defer { unsafe g_free(text) }
        return unsafe String(cString: text)
    }

    /// Returns the path of a local `file:` URI; nil for other URIs, and for a path that is not UTF-8.
    static func path(in uri: String) -> String? {
        guard uri.hasPrefix("file:///"), let path = unsafe g_filename_from_uri(uri, nil, nil) else { return nil }
        defer { unsafe g_free(path) }
        return unsafe String(validatingCString: path)
    }
}
