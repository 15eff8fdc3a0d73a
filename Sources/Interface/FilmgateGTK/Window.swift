import CFilmgateGTK
import Glibc

/// A window on the screen.
public class Window: Widget {
    public func setTitle(_ text: String) { gtk_window_set_title(cast(), text) }

    public func setDefaultWidth(_ width: Int, height: Int) {
        gtk_window_set_default_size(cast(), Int32(width), Int32(height))
    }

    public var isFullScreen: Bool {
        get { gtk_window_is_fullscreen(cast()) != 0 }
        set { if newValue { gtk_window_fullscreen(cast()) } else { gtk_window_unfullscreen(cast()) } }
    }

    public func onFullScreenChanged(_ body: @escaping () -> Void) { connect(raw, "notify::fullscreened", body) }

    /// Makes all windows of the program dark, or follows the desktop's setting.
    public static func setDark(_ isDark: Bool) {
        adw_style_manager_set_color_scheme(
            adw_style_manager_get_default(), isDark ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_DEFAULT)
    }

    public func present() { gtk_window_present(cast()) }

    /// Shows the window in front of another window of the program.
    public func present(over parent: Window) {
        gtk_window_set_transient_for(cast(), parent.cast())
        present()
    }

    /// The size that the window has when it is neither maximized nor tiled.
    public var defaultSize: (width: Int, height: Int) {
        var (width, height): (Int32, Int32) = (0, 0)
        gtk_window_get_default_size(cast(), &width, &height)
        return (Int(width), Int(height))
    }

    /// Closes the window without calling the closure that was passed to `onClose`.
    public func destroy() { gtk_window_destroy(cast()) }

    public var isActive: Bool { gtk_window_is_active(cast()) != 0 }

    public func onActiveChanged(_ body: @escaping () -> Void) { connect(raw, "notify::is-active", body) }

    /// Calls the closure when the person closes the window.
    ///
    /// - Parameter body: returns whether the window stays open.
    public func onClose(_ body: @escaping () -> Bool) { connect(raw, "close-request") { _ in body() } }

    /// Calls `cancel` for Escape and `perform` for Ctrl+Enter, as in all dialogs with an action.
    public func onKeys(escape cancel: @escaping () -> Void, controlEnter perform: @escaping () -> Void) {
        onKey { key, modifiers in
            switch key {
            case .escape: cancel()
            case .enter where modifiers.contains(.control): perform()
            default: return false
            }
            return true
        }
    }

    /// The widget that has the keyboard focus while the window is active.
    public var focus: Widget? { gtk_window_get_focus(cast()).map { Widget($0) } }

    /// Calls `body` with the handle that identifies the window to desktop services. The handle is empty if the window
    /// has none.
    func exportHandle(_ body: @escaping (String) -> Void) {
        guard let surface = gtk_native_get_surface(opaque) else { return body("") }
        let instance = UnsafeMutableRawPointer(surface).assumingMemoryBound(to: GTypeInstance.self)
        if g_type_check_instance_is_a(instance, gdk_x11_surface_get_type()) != 0 {
            return body("x11:" + String(gdk_x11_surface_get_xid(surface), radix: 16))
        }
        guard g_type_check_instance_is_a(instance, gdk_wayland_toplevel_get_type()) != 0 else { return body("") }
        let receiver = Unmanaged.passRetained(WindowHandleReceiver(body)).toOpaque()
        let isAsked = gdk_wayland_toplevel_export_handle(
            surface,
            { _, handle, data in
                guard let data else { return }
                let receiver = Unmanaged<WindowHandleReceiver>.fromOpaque(data).takeUnretainedValue()
                receiver.receive(handle.map { "wayland:" + String(cString: $0) } ?? "")
            }, receiver,
            { data in if let data { Unmanaged<WindowHandleReceiver>.fromOpaque(data).release() } })
        if isAsked == 0 {
            Unmanaged<WindowHandleReceiver>.fromOpaque(receiver).release()
            body("")
        }
    }

    /// Keeps the window above a window of another program, if the display can do so.
    ///
    /// - Parameter handle: `x11:` with the window's hexadecimal number, which Chromium writes with `0x`, or `wayland:`
    ///   with its exported handle.
    public func attach(toParent handle: String) {
        gtk_widget_realize(pointer)
        if handle.hasPrefix("x11:"),
            let number = UInt(handle.dropFirst(handle.hasPrefix("x11:0x") ? 6 : 4), radix: 16)
        {
            fg_set_x11_parent(cast(), number)
        } else if handle.hasPrefix("wayland:") {
            fg_set_wayland_parent(cast(), String(handle.dropFirst(8)))
        }
    }

    /// Ignores keys, mouse buttons and touches in the window and its children while a condition holds.
    public func ignoreInput(while condition: @escaping () -> Bool) {
        guard let controller = gtk_event_controller_legacy_new() else { return }
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        connect(UnsafeMutableRawPointer(controller), "event") { arguments in
            guard let event = arguments.event(0) else { return false }
            switch gdk_event_get_event_type(event) {
            case GDK_BUTTON_PRESS, GDK_BUTTON_RELEASE, GDK_KEY_PRESS, GDK_KEY_RELEASE, GDK_TOUCH_BEGIN, GDK_TOUCH_END,
                GDK_PAD_BUTTON_PRESS:
                return condition()
            default: return false
            }
        }
        gtk_widget_add_controller(pointer, controller)
    }
}

/// Receives the handle of a window once.
private final class WindowHandleReceiver {
    private var body: ((String) -> Void)?

    init(_ body: @escaping (String) -> Void) { self.body = body }

    func receive(_ handle: String) {
        body?(handle)
        body = nil
    }
}
