public import FilmgateSystem

/// The credentials of a connection, as reported by the bus. Each of them may be missing.
public struct ConnectionCredentials: Sendable {
    public var user: UInt32?
    public var pid: UInt32?
    /// A pidfd of the process that opened the connection; nil with dbus before 1.16, such as Debian 12's 1.14.
    public var handle: OwnedDescriptor?
    /// The security label of the process; nil without a security module that sets labels.
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

    /// Decodes a label, which ends at the first NUL byte.
    package static func label(_ bytes: [UInt8]) -> String? {
        let text = bytes.prefix { $0 != 0 }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}

extension Connection {
    /// - Throws: the errors of `call`, such as the bus's error for a connection that has ended.
    public func credentials(of name: BusName) async throws -> ConnectionCredentials {
        ConnectionCredentials(
            try await call(
                BusInterface.getConnectionCredentials, of: BusInterface.interface, at: BusInterface.path, on: .bus,
                MessageArguments(name.rawValue)
            ).values)
    }

    /// Returns the user ID of a connection.
    ///
    /// - Throws: the errors of `call`.
    public func user(of name: BusName) async throws -> UInt32 {
        try await call(
            BusInterface.getConnectionUnixUser, of: BusInterface.interface, at: BusInterface.path, on: .bus,
            MessageArguments(name.rawValue)
        ).values
    }
}
