internal import FilmgateDBus
internal import FilmgateSystem

/// What the bus tells of a connection, from its socket: each part may be missing.
struct Credentials: Sendable {
    var user: UInt32?
    var pid: UInt32?
    /// The process that connected, where the bus holds it: dbus 1.16 does, Debian 12's 1.14 does not.
    var handle: OwnedDescriptor?
}

extension Connection {
    /// - Throws: what `call` throws, among it the bus' error for a name that is no longer there.
    func credentials(of name: BusName) async throws -> Credentials {
        let values = try await call(
            Self.getConnectionCredentials, of: Self.busInterface, at: Self.busPath, on: .bus, Arguments(name.rawValue)
        ).values
        return Credentials(
            user: values["UnixUserID"]?.value(as: UInt32.self), pid: values["ProcessID"]?.value(as: UInt32.self),
            handle: values["ProcessFD"]?.value(as: OwnedDescriptor.self))
    }

    private static let busInterface: InterfaceName = "org.freedesktop.DBus"
    private static let busPath: ObjectPath = "/org/freedesktop/DBus"
    private static let getConnectionCredentials = Method<Arguments<String>, Arguments<Options>>(
        "GetConnectionCredentials")
}
