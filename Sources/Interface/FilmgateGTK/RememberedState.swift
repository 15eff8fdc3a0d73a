import CFilmgateGTK

/// The file in which the window stores the person's choices: `filmgate/window.ini` in the XDG state folder. If the
/// file cannot be written, a choice lasts until the program ends.
enum RememberedState {
    static let group = "window"

    private static var path: String { String(cString: g_get_user_state_dir()) + "/filmgate/window.ini" }

    /// Calls `body` with the file's content, which is empty if there is no file.
    static func read<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        guard let file = g_key_file_new() else { preconditionFailure("GLib makes every key file") }
        defer { g_key_file_unref(file) }
        g_key_file_load_from_file(file, path, G_KEY_FILE_KEEP_COMMENTS, nil)
        return body(file)
    }

    /// Writes the file after `body` has changed its content.
    static func change(_ body: (OpaquePointer) -> Void) {
        let path = path
        read { file in
            body(file)
            guard let folder = g_path_get_dirname(path) else { return }
            defer { g_free(folder) }
            // If writing fails, the choice lasts until the program ends.
            g_mkdir_with_parents(folder, 0o700)
            g_key_file_save_to_file(file, path, nil)
        }
    }
}
