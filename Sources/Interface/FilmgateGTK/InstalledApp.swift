import CFilmgateGTK

/// The name and the icon of an installed app, from its desktop file.
public struct InstalledApp {
    public let name: String
    /// The icon's name in the icon theme; nil if the app has no icon, or one that is not from the theme.
    public let icon: String?

    /// - Parameter id: the name of the desktop file, without `.desktop`.
    public init?(id: String) {
        let found = InstalledApp.withInfo(of: id) { info in
            (g_app_info_get_name(info).map { String(cString: $0) } ?? id, InstalledApp.iconName(info))
        }
        guard let found else { return nil }
        (name, icon) = found
    }

    /// Returns an activation token, which lets the window of a started app come to the front.
    ///
    /// Returns nil if the app is unknown, or if the display has no tokens.
    ///
    /// - Parameter id: the name of the desktop file, without `.desktop`.
    public static func activationToken(of id: String, from window: Window) -> String? {
        let context = gdk_display_get_app_launch_context(gtk_widget_get_display(window.pointer))
        defer { fg_release(UnsafeMutableRawPointer(context)) }
        let token = withInfo(of: id) { info in fg_activation_token(context, info) }
        guard let text = token ?? nil else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Calls the closure with GLib's data about an app; returns nil if GLib knows no app of this name.
    private static func withInfo<Value>(of id: String, _ body: (OpaquePointer?) -> Value) -> Value? {
        let list = g_app_info_get_all()
        defer {
            var item = list
            while let current = item {
                g_object_unref(current.pointee.data)
                item = current.pointee.next
            }
            g_list_free(list)
        }
        var item = list
        while let current = item {
            item = current.pointee.next
            let info = OpaquePointer(current.pointee.data)
            guard let found = g_app_info_get_id(info), String(cString: found) == id + ".desktop" else { continue }
            return body(info)
        }
        return nil
    }

    private static func iconName(_ info: OpaquePointer?) -> String? {
        guard let icon = g_app_info_get_icon(info), let text = g_icon_to_string(icon) else { return nil }
        defer { g_free(text) }
        let name = String(cString: text)
        // A path would let GTK open any file. Icons of other kinds are serialized with a dot at the beginning.
        return name.contains("/") || name.hasPrefix(".") ? nil : name
    }
}
