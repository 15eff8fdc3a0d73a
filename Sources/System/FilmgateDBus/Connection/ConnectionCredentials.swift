import FilmgateDBus
import FilmgateSystem

/// The bus's credentials of a connection. Each part may be missing.
struct Credentials: Sendable {
    var user: UInt32?
    var pid: UInt32?
    /// A pidfd of the process that connected. dbus 1.16 provides one, Debian 12's 1.14 does not.
    var handle: OwnedDescriptor?
    /// The security label that it connected with; nil without a security module that sets labels.
    var label: String?
    /// Whether a delegate named the process, so that there is no connection whose label could be compared with its own.
    var isOfNamedProcess = false
}

extension Credentials {
    /// Decodes the reply of `GetConnectionCredentials`.
    init(_ values: Options) {
        self.init(
            user: values["UnixUserID"]?.value(as: UInt32.self), pid: values["ProcessID"]?.value(as: UInt32.self),
            handle: values["ProcessFD"]?.value(as: OwnedDescriptor.self),
            label: values["LinuxSecurityLabel"]?.value(as: [UInt8].self).flatMap(Connection.label))
    }
}

extension Connection {
    /// - Throws: the errors of `call`, for example the bus's error for a name that has left.
    func credentials(of name: BusName) async throws -> Credentials {
        Credentials(
            try await call(
                Self.getConnectionCredentials, of: Self.busInterface, at: Self.busPath, on: .bus,
                Arguments(name.rawValue)
            ).values)
    }

    /// Returns only the user.
    ///
    /// - Throws: the errors of `credentials`.
    func user(of name: BusName) async throws -> UInt32 {
        try await call(
            Self.getConnectionUnixUser, of: Self.busInterface, at: Self.busPath, on: .bus, Arguments(name.rawValue)
        ).values
    }

    /// Reads a label, which ends at the first NUL.
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
