import CFilmgateGTK

/// Keeps the screen on while the person watches something without using the mouse or the keyboard.
///
/// Uses the portal, or the service of older desktops if there is no portal.
public final class ScreenInhibitor {
    private let reason: String
    private var isActive = false
    /// Allows the screen to turn off again; nil if no request is active.
    private var release: (() -> Void)?
    private var isAsking = false

    /// The portal's flag for preventing the idle state of the session.
    private static let idle: UInt32 = 8

    /// - Parameter reason: the reason that the desktop can show, in the person's language.
    public init(reason: String) { self.reason = reason }

    public func begin() {
        isActive = true
        guard !isAsking, release == nil else { return }
        isAsking = true
        let options = SessionBus.options([("reason", g_variant_new_string(reason))])
        let arguments = SessionBus.tuple([g_variant_new_string(""), g_variant_new_uint32(Self.idle), options])
        SessionBus.call(Portal.method("Inhibit", "Inhibit"), arguments) { [self] results in
            guard let handle = SessionBus.text(results) else { return askScreenSaver() }
            answered {
                let close = SessionBus.Method(
                    service: Portal.service, path: handle, interface: "org.freedesktop.portal.Request", name: "Close")
                SessionBus.call(close, SessionBus.tuple([])) { _ in }
            }
        }
    }

    private func askScreenSaver() {
        let arguments = SessionBus.tuple([g_variant_new_string("Filmgate"), g_variant_new_string(reason)])
        SessionBus.call(Self.screenSaver("Inhibit"), arguments) { [self] results in
            guard let results, let cookie = g_variant_get_child_value(results, 0) else { return answered(nil) }
            let number = g_variant_get_uint32(cookie)
            g_variant_unref(cookie)
            answered {
                SessionBus.call(
                    Self.screenSaver("UnInhibit"), SessionBus.tuple([g_variant_new_uint32(number)])
                ) { _ in }
            }
        }
    }

    private static func screenSaver(_ name: String) -> SessionBus.Method {
        SessionBus.Method(
            service: "org.freedesktop.ScreenSaver", path: "/org/freedesktop/ScreenSaver",
            interface: "org.freedesktop.ScreenSaver", name: name)
    }

    private func answered(_ release: (() -> Void)?) {
        isAsking = false
        self.release = release
        // `end` may have been called before the reply arrived.
        if !isActive { end() }
    }

    public func end() {
        isActive = false
        release?()
        release = nil
    }
}
