import FilmgateDBus

/// Reports whether the person's screen is locked, according to logind and the screen savers.
struct ScreenLock: Sendable {
    private let sources: [ScreenLockService]

    /// - Parameter system: the system bus, on which logind runs; nil if there is none.
    init(session: Connection, system: Connection?) {
        sources =
            [
                Self.saver("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", on: session),
                Self.saver("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", on: session),
            ] + (system.map { [Self.logind(on: $0)] } ?? [])
    }

    /// Whether logind or a screen saver reports a locked screen, or is running but cannot be asked.
    var isLocked: Bool {
        get async {
            for source in sources where await source.isLocked { return true }
            return false
        }
    }

    private static let options = CallOptions(timeout: .seconds(1))

    // MARK: Screen savers

    private static let getActive = Method<NoArguments, MessageArguments<Bool>>("GetActive")
    private static let activeChanged = Signal<MessageArguments<Bool>>("ActiveChanged")

    private static func saver(_ name: InterfaceName, _ path: ObjectPath, on session: Connection) -> ScreenLockService {
        // The bus name of a screen saver equals the name of its interface.
        let busName = BusName(stringLiteral: name.rawValue)
        return ScreenLockService(
            busName, on: session,
            watch: { connection, changed, ended in
                // Some screen savers export the same object at two paths, so the signals of all paths are watched.
                [
                    try await connection.watchSignals(
                        activeChanged, of: name, at: nil, from: busName, ended: ended, { _ in changed() })
                ]
            },
            read: { connection, owner in
                try await connection.call(
                    getActive, of: name, at: path, on: owner, MessageArguments(), options: options
                )
                .values
            })
    }

    // MARK: logind

    private static let manager: InterfaceName = "org.freedesktop.login1.Manager"
    private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
    private static let logind: BusName = "org.freedesktop.login1"
    private static let get = Method<MessageArguments<String, String>, MessageArguments<Variant>>("Get")
    private static let propertiesChanged = Signal<MessageArguments<String, [String: Variant], [String]>>(
        "PropertiesChanged")
    private static let sessionNew = Signal<MessageArguments<String, ObjectPath>>("SessionNew")
    private static let sessionRemoved = Signal<MessageArguments<String, ObjectPath>>("SessionRemoved")

    private static func logind(on system: Connection) -> ScreenLockService {
        ScreenLockService(
            logind, on: system,
            watch: { connection, changed, ended in
                // Any session can be or become the person's session, so the signals of all sessions are watched.
                [
                    try await connection.watchSignals(
                        propertiesChanged, of: properties, at: nil, from: logind, ended: ended, { _ in changed() }),
                    try await connection.watchSignals(
                        sessionNew, of: manager, at: nil, from: logind, ended: {}, { _ in changed() }),
                    try await connection.watchSignals(
                        sessionRemoved, of: manager, at: nil, from: logind, ended: {}, { _ in changed() }),
                ]
            },
            read: { connection, owner in
                try await connection.call(
                    get, of: properties, at: "/org/freedesktop/login1/session/auto", on: owner,
                    MessageArguments("org.freedesktop.login1.Session", "LockedHint"), options: options
                ).values.value(as: Bool.self) ?? true
            })
    }
}
