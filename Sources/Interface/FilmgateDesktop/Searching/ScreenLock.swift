import FilmgateDBus

/// Reads whether the person's screen is locked.
struct ScreenLock: Sendable {
    let session: Connection
    /// The system bus, which has logind; nil if there is none.
    let system: Connection?

    private static let savers: [(name: BusName, path: ObjectPath)] = [
        ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"),
        ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"),
    ]
    private static let logind: BusName = "org.freedesktop.login1"
    private static let getActive = Method<NoArguments, Arguments<Bool>>("GetActive")
    private static let property = Method<Arguments<String, String>, Arguments<Variant>>("Get")
    private static let options = CallOptions(timeout: .seconds(1))

    /// Whether logind or a screen saver says so. One that is there and does not answer counts as locked.
    var isLocked: Bool {
        get async {
            for saver in Self.savers where await isActive(saver.name, saver.path) { return true }
            return await isLockedByLogind
        }
    }

    private func isActive(_ name: BusName, _ path: ObjectPath) async -> Bool {
        do {
            guard try await session.owner(of: name) != nil else { return false }
            return try await session.call(
                Self.getActive, of: InterfaceName(name.rawValue) ?? "org.freedesktop.ScreenSaver", at: path, on: name,
                Arguments(), options: Self.options
            ).values
        } catch let error as ErrorReply where Self.meansNone(error) {
            return false
        } catch {
            return true
        }
    }

    private var isLockedByLogind: Bool {
        get async {
            guard let system else { return false }
            do {
                guard try await system.owner(of: Self.logind) != nil else { return false }
                return try await system.call(
                    Self.property, of: "org.freedesktop.DBus.Properties", at: "/org/freedesktop/login1/session/auto",
                    on: Self.logind, Arguments("org.freedesktop.login1.Session", "LockedHint"), options: Self.options
                ).values.value(as: Bool.self) ?? true
            } catch let error as ErrorReply where Self.meansNone(error) {
                return false
            } catch {
                return true
            }
        }
    }

    /// Whether there is nothing that could be locked: the name has no such object, or the user no session.
    private static func meansNone(_ error: ErrorReply) -> Bool {
        [
            "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownMethod",
            "org.freedesktop.DBus.Error.UnknownInterface", "org.freedesktop.DBus.Error.NotSupported",
            "org.freedesktop.login1.NoSuchSession", "org.freedesktop.login1.NoSessionForPID",
        ].contains(error.name)
    }
}
