internal import CFilmgateGTK

/// What the desktop file of an installed app says.
public struct InstalledApp {
    public let name: String
    /// The name of its icon in the icon theme; nil if its icon is anything else.
    public let icon: String?

    /// - Parameter id: the name of the desktop file, without `.desktop`.
    public init?(id: String) {
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
            name = g_app_info_get_name(info).map { String(cString: $0) } ?? id
            icon = InstalledApp.iconName(info)
            return
        }
        return nil
    }

    private static func iconName(_ info: OpaquePointer?) -> String? {
        guard let icon = g_app_info_get_icon(info), let text = g_icon_to_string(icon) else { return nil }
        defer { g_free(text) }
        let name = String(cString: text)
        // A path would open any file, and other kinds of icons begin with a dot.
        return name.contains("/") || name.hasPrefix(".") ? nil : name
    }
}
