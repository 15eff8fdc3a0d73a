public import FilmgateSystem

/// The bus's credentials of a connection. Each part may be missing.
public struct ConnectionCredentials: Sendable {
    public var user: UInt32?
    public var pid: UInt32?
    /// A pidfd of the process that connected. dbus 1.16 provides one, Debian 12's 1.14 does not.
    public var handle: OwnedDescriptor?
    /// The security label that it connected with; nil without a security module that sets labels.
    public var label: String?

    public init(user: UInt32? = nil, pid: UInt32? = nil, handle: OwnedDescriptor? = nil, label: String? = nil) {
        self.user = user
        self.pid = pid
        self.handle = handle
        self.label = label
    }

    /// Decodes the reply of `GetConnectionCredentials`.
    package init(_ values: Options) {
        user = values["UnixUserID"]?.value(as: UInt32.self)
        pid = values["ProcessID"]?.value(as: UInt32.self)
        handle = values["ProcessFD"]?.value(as: OwnedDescriptor.self)
        label = values["LinuxSecurityLabel"]?.value(as: [UInt8].self).flatMap(Self.label)
    }

    /// Reads a label, which ends at the first NUL.
    package static func label(_ bytes: [UInt8]) -> String? {
        let text = bytes.prefix { $0 != 0 }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}

extension Connection {
    /// - Throws: the errors of `call`, for example the bus's error for a name that has left.
    public func credentials(of name: BusName) async throws -> ConnectionCredentials {
        ConnectionCredentials(
            try await call(
                Bus.getConnectionCredentials, of: Bus.interface, at: Bus.path, on: .bus, Arguments(name.rawValue)
            ).values)
    }

    /// Returns only the user.
    ///
    /// - Throws: the errors of `credentials`.
    public func user(of name: BusName) async throws -> UInt32 {
        try await call(
            Bus.getConnectionUnixUser, of: Bus.interface, at: Bus.path, on: .bus, Arguments(name.rawValue)
        ).values
    }
}
