/// One interface of one object of somebody else's.
public struct Proxy: Sendable {
    public let connection: Connection
    public let destination: BusName
    public let path: ObjectPath
    public let interface: InterfaceName

    public init(_ connection: Connection, destination: BusName, path: ObjectPath, interface: InterfaceName) {
        self.connection = connection
        self.destination = destination
        self.path = path
        self.interface = interface
    }

    /// Calls a method; throws as `Connection.call` does.
    public func call<Input, Output>(
        _ method: Method<Input, Output>, _ arguments: Input, options: CallOptions = CallOptions()
    ) async throws -> Output {
        try await connection.call(
            method, of: interface, at: path, on: destination, arguments, options: options)
    }

    /// Asks for a property's value.
    ///
    /// - Throws: as `Connection.call` does, and `TypeMismatch` where the value is of another type.
    public func property<Value>(
        _ property: Property<Value>, options: CallOptions = CallOptions()
    ) async throws -> Value {
        try await connection.call(
            Self.get, of: "org.freedesktop.DBus.Properties", at: path, on: destination,
            Arguments(interface.rawValue, property.name), options: options
        ).values.decoded(as: Value.self)
    }

    /// Follows a signal of the object; see `Connection.signals`.
    public func signals<Input>(_ signal: Signal<Input>) async throws -> AsyncStream<Input> {
        try await connection.signals(signal, of: interface, at: path, from: destination)
    }

    private static let get = Method<Arguments<String, String>, Arguments<Variant>>("Get")
}
