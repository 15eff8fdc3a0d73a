import FilmgateDBus
import FilmgateSystem
import FilmgateTestKit
import Testing

/// A served object, and a client that calls it, on a bus of the test's own.
struct ServiceFixture {
    static let name: BusName = "org.example.Service"
    static let path: ObjectPath = "/org/example/Service"
    static let interface: InterfaceName = "org.example.Service1"

    let bus: any TestBus
    let server: Connection
    let client: Connection

    /// Serves on the bus of the test's trait.
    init(_ interface: ServedInterface = ServiceFixture.interface(), limits: ServiceLimits = ServiceLimits())
        async throws
    {
        try await self.init(interface, limits: limits, bus: #require(PrivateBus.current))
    }

    /// Serves on a bus of its own.
    init(
        on kind: BusKind, _ interface: ServedInterface = ServiceFixture.interface(),
        limits: ServiceLimits = ServiceLimits()
    ) async throws {
        try await self.init(interface, limits: limits, bus: kind.start())
    }

    private init(_ interface: ServedInterface, limits: ServiceLimits, bus: any TestBus) async throws {
        self.bus = bus
        server = try await bus.connect()
        await server.serve(OneObject(interface: interface), limits: limits) { error, _ in
            ErrorReply(name: "org.example.Error.Unforeseen", message: "\(type(of: error))")
        }
        try await server.requestName(Self.name)
        client = try await bus.connect()
    }

    /// The bus of tests that run on a dbus-daemon alone.
    var daemon: PrivateBus {
        get throws { try #require(bus as? PrivateBus) }
    }

    /// An interface of methods that a test brings along.
    static func interface(_ methods: ServedMethod..., properties: [ServedProperty] = []) -> ServedInterface {
        ServedInterface(
            interface, methods: methods, properties: properties,
            introspection: "<interface name=\"org.example.Service1\"/>")
    }

    /// Calls a method of the object.
    func call<In, Out>(_ method: Method<In, Out>, _ arguments: In, timeout: Duration? = nil) async throws -> Out {
        try await client.call(
            method, of: Self.interface, at: Self.path, on: Self.name, arguments, options: CallOptions(timeout: timeout))
    }

    /// The error that a call gets.
    func refusal<In, Out>(
        of method: Method<In, Out>, _ arguments: In, interface: InterfaceName = ServiceFixture.interface,
        path: ObjectPath = ServiceFixture.path
    ) async -> ErrorReply? {
        do {
            _ = try await client.call(method, of: interface, at: path, on: Self.name, arguments)
            return nil
        } catch {
            return error as? ErrorReply
        }
    }
}

/// One object with one interface, and three below it, one of which has a name that is none.
struct OneObject: ObjectTree {
    let interface: ServedInterface

    func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? {
        path == ServiceFixture.path ? [interface] : nil
    }

    func children(of path: ObjectPath, for sender: BusName) async -> [String] {
        switch path {
        case "/": ["org"]
        case ServiceFixture.path: ["first", "second", "not/one"]
        default: []
        }
    }
}

/// A method that answers with its one argument.
func echo<Value: DBusValue>(_ type: Value.Type) -> Method<MessageArguments<Value>, MessageArguments<Value>> {
    Method("Echo")
}

func serveEcho<Value: DBusValue>(_ type: Value.Type) -> ServedMethod {
    ServedMethod(echo(type)) { _, arguments in MessageArguments(try arguments.decoded().values) }
}

extension ErrorReply {
    /// The last part of the name, of the standard ones.
    var standardName: String? {
        let prefix = "org.freedesktop.DBus.Error."
        return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
    }
}
