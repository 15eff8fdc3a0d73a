internal import FilmgateDBus
internal import FilmgateSystem

/// What the bus tells of a connection, from its socket: each part may be missing.
struct Credentials: Sendable {
    var user: UInt32?
    var pid: UInt32?
    /// The process that connected, where the bus holds it: dbus 1.16 does, Debian 12's 1.14 does not.
    var handle: OwnedDescriptor?
    /// The security label that it connected with, where there is a module that gives labels.
    var label: String?
}

extension Credentials {
    /// As the bus gives them.
    init(_ values: Options) {
        self.init(
            user: values["UnixUserID"]?.value(as: UInt32.self), pid: values["ProcessID"]?.value(as: UInt32.self),
            handle: values["ProcessFD"]?.value(as: OwnedDescriptor.self),
            label: values["LinuxSecurityLabel"]?.value(as: [UInt8].self).flatMap(Connection.label))
    }
}

extension Connection {
    /// - Throws: what `call` throws, among it the bus' error for a name that is no longer there.
    func credentials(of name: BusName) async throws -> Credentials {
        Credentials(
            try await call(
                Self.getConnectionCredentials, of: Self.busInterface, at: Self.busPath, on: .bus,
                Arguments(name.rawValue)
            ).values)
    }

    /// The user alone, for which nobody opens anything.
    ///
    /// - Throws: as `credentials`.
    func user(of name: BusName) async throws -> UInt32 {
        try await call(
            Self.getConnectionUnixUser, of: Self.busInterface, at: Self.busPath, on: .bus, Arguments(name.rawValue)
        ).values
    }

    /// Bytes that a NUL ends.
    static func label(_ bytes: [UInt8]) -> String? {
        let text = bytes.prefix { $0 != 0 }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    private static let busInterface: InterfaceName = "org.freedesktop.DBus"
    private static let busPath: ObjectPath = "/org/freedesktop/DBus"
    private static let getConnectionCredentials = Method<Arguments<String>, Arguments<Options>>(
        "GetConnectionCredentials")
    private static let getConnectionUnixUser = Method<Arguments<String>, Arguments<UInt32>>("GetConnectionUnixUser")
}
