import FilmgateDBus
import FilmgateSystem
import FilmgateTestKit
import Testing

/// A served object, and a client that calls it, on the test's own bus.
struct Workshop {
    static let name: BusName = "org.example.Workshop"
    static let path: ObjectPath = "/org/example/Workshop"
    static let interface: InterfaceName = "org.example.Workshop1"

    let bus: PrivateBus
    let server: Connection
    let client: Connection

    init(_ interface: ServedInterface = Workshop.interface(), limits: ServiceLimits = ServiceLimits()) async throws {
        bus = try #require(PrivateBus.current)
        server = try await bus.connect()
        await server.serve(OneObject(interface: interface), limits: limits) { error, _ in
            ErrorReply(name: "org.example.Error.Unforeseen", message: "\(type(of: error))")
        }
        try await server.requestName(Self.name)
        client = try await bus.connect()
    }

    /// An interface of methods that a test brings along.
    static func interface(_ methods: ServedMethod..., properties: [ServedProperty] = []) -> ServedInterface {
        ServedInterface(
            interface, methods: methods, properties: properties,
            introspection: "<interface name=\"org.example.Workshop1\"/>")
    }

    /// Calls a method of the object.
    func call<In, Out>(_ method: Method<In, Out>, _ arguments: In, timeout: Duration? = nil) async throws -> Out {
        try await client.call(
            method, of: Self.interface, at: Self.path, on: Self.name, arguments, options: CallOptions(timeout: timeout))
    }

    /// The error that a call gets.
    func refusal<In, Out>(
        of method: Method<In, Out>, _ arguments: In, interface: InterfaceName = Workshop.interface,
        path: ObjectPath = Workshop.path
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
        path == Workshop.path ? [interface] : nil
    }

    func children(of path: ObjectPath, for sender: BusName) async -> [String] {
        switch path {
        case "/": ["org"]
        case Workshop.path: ["first", "second", "not/one"]
        default: []
        }
    }
}

/// A method that answers with its one argument.
func echo<Value: DBusValue>(_ type: Value.Type) -> Method<Arguments<Value>, Arguments<Value>> { Method("Echo") }

func serveEcho<Value: DBusValue>(_ type: Value.Type) -> ServedMethod {
    ServedMethod(echo(type)) { _, arguments in Arguments(try arguments.decoded().values) }
}

extension ErrorReply {
    /// The last part of the name, of the standard ones.
    var standardName: String? {
        let prefix = "org.freedesktop.DBus.Error."
        return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
    }
}
