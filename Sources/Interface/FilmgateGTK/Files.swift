import CFilmgateGTK
import Glibc

/// Lets the person choose files or folders.
public enum FileChooser {
    public enum Kind { case files, folder }

    /// Shows the desktop's dialog.
    ///
    /// - Parameter chosen: called with the paths as file system bytes; not called if the person cancels.
    public static func open(
        _ kind: Kind, title: String, accept: String, over window: Window, chosen: @escaping ([[UInt8]]) -> Void
    ) {
        guard
            let dialog = gtk_file_chooser_native_new(
                title, window.cast(),
                kind == .folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN, accept,
                Dialog.cancelLabel)
        else { return }
        gtk_file_chooser_set_select_multiple(dialog, kind == .files ? 1 : 0)
        gtk_native_dialog_set_modal(native(dialog), 1)
        connect(UnsafeMutableRawPointer(dialog), "response") { arguments in
            let isAccepted = arguments.signed(0) == GTK_RESPONSE_ACCEPT.rawValue
            let paths = isAccepted ? paths(of: dialog) : []
            g_object_unref(UnsafeMutableRawPointer(dialog))
            if !paths.isEmpty { chosen(paths) }
            return false
        }
        gtk_native_dialog_show(native(dialog))
    }

    private static func native(_ dialog: OpaquePointer) -> UnsafeMutablePointer<GtkNativeDialog> {
        UnsafeMutableRawPointer(dialog).assumingMemoryBound(to: GtkNativeDialog.self)
    }

    private static func paths(of dialog: OpaquePointer) -> [[UInt8]] {
        guard let files = gtk_file_chooser_get_files(dialog) else { return [] }
        defer { g_object_unref(UnsafeMutableRawPointer(files)) }
        return (0..<g_list_model_get_n_items(files)).compactMap { index in
            guard let file = g_list_model_get_item(files, index) else { return nil }
            defer { g_object_unref(file) }
            return path(of: OpaquePointer(file))
        }
    }
}

/// Returns the path of a file; nil if the file has no local path.
private func path(of file: OpaquePointer?) -> [UInt8]? {
    guard let path = g_file_get_path(file) else { return nil }
    defer { g_free(path) }
    return (0..<Int(strlen(path))).map { UInt8(bitPattern: path[$0]) }
}

extension Widget {
    /// Calls `body` with the paths of files and folders that the person drops on the widget.
    public func onFilesDropped(_ body: @escaping ([[UInt8]]) -> Void) {
        guard let target = fg_file_drop_target() else { return }
        // Rejects the files that are dragged from this program itself.
        connect(UnsafeMutableRawPointer(target), "accept") { fg_accepts(target, $0.object(0), 0) != 0 }
        connect(UnsafeMutableRawPointer(target), "drop") { arguments in
            guard let value = arguments.any(0) else { return false }
            let files = fg_dropped_files(value)
            defer { g_slist_free(files) }
            var paths: [[UInt8]] = []
            var item = files
            while let current = item {
                if let path = path(of: OpaquePointer(current.pointee.data)) { paths.append(path) }
                item = current.pointee.next
            }
            if !paths.isEmpty { body(paths) }
            return !paths.isEmpty
        }
        gtk_widget_add_controller(pointer, target)
    }

    /// Calls `body` with the text that the person drops on the widget, and with the vertical position of the drop: 0
    /// is the top of the widget, 1 the bottom.
    ///
    /// - Parameter body: returns whether the widget accepts the text.
    public func onTextDropped(_ body: @escaping (String, _ part: Double) -> Bool) {
        guard let target = fg_text_drop_target() else { return }
        // Leaves text and files from other programs to the parent widgets.
        connect(UnsafeMutableRawPointer(target), "accept") { fg_accepts(target, $0.object(0), 1) != 0 }
        connect(UnsafeMutableRawPointer(target), "drop") { [weak self] arguments in
            guard let self, let value = arguments.any(0), let text = fg_dropped_text(value) else { return false }
            return body(String(cString: text), arguments.double(2) / Double(max(1, height)))
        }
        gtk_widget_add_controller(pointer, target)
    }
}

/// The folders in which packages install files.
public enum SystemFolders {
    /// The system's data folders, such as `/usr/share`, in order of precedence.
    public nonisolated static var data: [String] {
        var folders: [String] = []
        guard var next = g_get_system_data_dirs() else { return [] }
        while let folder = next.pointee {
            folders.append(String(cString: folder))
            next += 1
        }
        return folders
    }
}
