import CFilmgateGTK

/// Lets the person choose an app that opens a file, on desktops without a portal for this purpose.
public enum AppChooserDialog {
    /// Shows the dialog, and opens the file with the app that the person chooses.
    ///
    /// - Parameter failed: called if the app does not start.
    public static func open(_ path: String, over window: Window, failed: @escaping () -> Void) {
        guard let file = g_file_new_for_path(path),
            let dialog = gtk_app_chooser_dialog_new(window.cast(), GTK_DIALOG_MODAL, file)
        else { return }
        let raw = UnsafeMutableRawPointer(dialog)
        connect(raw, "response") { arguments in
            if arguments.signed(0) == GTK_RESPONSE_OK.rawValue, !start(dialog, file, window) { failed() }
            gtk_window_destroy(raw.assumingMemoryBound(to: GtkWindow.self))
            fg_release(UnsafeMutableRawPointer(file))
            return false
        }
        gtk_window_present(raw.assumingMemoryBound(to: GtkWindow.self))
    }

    /// - Returns: whether the app has started.
    private static func start(
        _ dialog: UnsafeMutablePointer<GtkWidget>, _ file: OpaquePointer, _ window: Window
    ) -> Bool {
        guard let app = gtk_app_chooser_get_app_info(OpaquePointer(dialog)) else { return false }
        defer { fg_release(UnsafeMutableRawPointer(app)) }
        let context = gdk_display_get_app_launch_context(gtk_widget_get_display(window.pointer))
        defer { fg_release(UnsafeMutableRawPointer(context)) }
        let files = g_list_append(nil, UnsafeMutableRawPointer(file))
        defer { g_list_free(files) }
        let launch = UnsafeMutableRawPointer(context)?.assumingMemoryBound(to: GAppLaunchContext.self)
        return g_app_info_launch(app, files, launch, nil) != 0
    }
}
