import CFilmgateGTK

/// A yes-or-no choice of the person, which the program also remembers between its runs.
///
/// It is stored in `filmgate/window.ini` in the XDG state folder. If that cannot be written, the choice lasts as long
/// as the program.
@MainActor public final class RememberedFlag {
    private let name: String
    private var current: Bool

    private static let group = "window"

    public init(_ name: String) {
        self.name = name
        current = Self.withFile { g_key_file_get_boolean($0, Self.group, name, nil) != 0 }
    }

    public var value: Bool {
        get { current }
        set {
            guard newValue != current else { return }
            current = newValue
            let path = Self.path
            Self.withFile { file in
                g_key_file_set_boolean(file, Self.group, name, newValue ? 1 : 0)
                guard let folder = g_path_get_dirname(path) else { return }
                defer { g_free(folder) }
                // If it fails, the choice is forgotten when the program ends.
                g_mkdir_with_parents(folder, 0o700)
                g_key_file_save_to_file(file, path, nil)
            }
        }
    }

    private static var path: String { String(cString: g_get_user_state_dir()) + "/filmgate/window.ini" }

    /// Calls the closure with the file's content, which is empty if there is no file.
    private static func withFile<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        guard let file = g_key_file_new() else { preconditionFailure("GLib makes every key file") }
        defer { g_key_file_unref(file) }
        g_key_file_load_from_file(file, path, G_KEY_FILE_KEEP_COMMENTS, nil)
        return body(file)
    }
}
