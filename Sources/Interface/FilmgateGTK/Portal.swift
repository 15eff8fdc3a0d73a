import CFilmgateGTK
import Glibc

/// The desktop's portals, for tasks that only the desktop can do, such as setting the wallpaper.
public enum Portal {
    static let service = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"

    /// A portal that accepts files.
    public enum Kind: String {
        case openURI = "OpenURI"
        case email = "Email"
        case wallpaper = "Wallpaper"
    }

    static func method(_ portal: String, _ name: String) -> SessionBus.Method {
        SessionBus.Method(
            service: service, path: path, interface: "org.freedesktop.portal.\(portal)", name: name)
    }

    /// Calls `body` with true if the portal exists.
    public static func find(_ kind: Kind, _ body: @escaping (Bool) -> Void) {
        let get = SessionBus.Method(
            service: service, path: path, interface: "org.freedesktop.DBus.Properties", name: "Get")
        let arguments = SessionBus.tuple([
            g_variant_new_string("org.freedesktop.portal.\(kind.rawValue)"), g_variant_new_string("version"),
        ])
        SessionBus.call(get, arguments) { body($0 != nil) }
    }

    /// Lets the person open a file with an app that they choose.
    ///
    /// - Parameter finished: called with true if the desktop accepted the call.
    public static func openFile(_ path: String, over window: Window, _ finished: @escaping (Bool) -> Void) {
        let options = [(name: "ask", value: g_variant_new_boolean(1))]
        send(path, to: method(Kind.openURI.rawValue, "OpenFile"), options, over: window, finished)
    }

    /// Lets the person preview a picture, and set it as the wallpaper.
    public static func setWallpaper(_ path: String, over window: Window, _ finished: @escaping (Bool) -> Void) {
        let options = [
            (name: "show-preview", value: g_variant_new_boolean(1)),
            (name: "set-on", value: g_variant_new_string("both")),
        ]
        send(path, to: method(Kind.wallpaper.rawValue, "SetWallpaperFile"), options, over: window, finished)
    }

    /// Lets the person write an email with a file attached.
    public static func composeEmail(_ path: String, over window: Window, _ finished: @escaping (Bool) -> Void) {
        withFile(path, over: window, finished) { file, parent in
            var handles: [OpaquePointer?] = [g_variant_new_handle(0)]
            let attachments = g_variant_new_array(nil, &handles, 1)
            let arguments = SessionBus.tuple([
                g_variant_new_string(parent), SessionBus.options([("attachment_fds", attachments)]),
            ])
            SessionBus.call(method(Kind.email.rawValue, "ComposeEmail"), arguments, files: [file]) {
                finished($0 != nil)
            }
        }
    }

    private static func send(
        _ path: String, to method: SessionBus.Method, _ options: [(name: String, value: OpaquePointer?)],
        over window: Window, _ finished: @escaping (Bool) -> Void
    ) {
        withFile(path, over: window, finished) { file, parent in
            let arguments = SessionBus.tuple([
                g_variant_new_string(parent), g_variant_new_handle(0), SessionBus.options(options),
            ])
            SessionBus.call(method, arguments, files: [file]) { finished($0 != nil) }
        }
    }

    /// Opens a file, and calls `body` with its descriptor and the window's handle.
    private static func withFile(
        _ path: String, over window: Window, _ finished: @escaping (Bool) -> Void,
        _ body: @escaping (Int32, String) -> Void
    ) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return finished(false) }
        window.exportHandle { handle in
            body(file, handle)
            close(file)
        }
    }
}
