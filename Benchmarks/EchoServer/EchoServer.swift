import FilmgateDBus
import FilmgateSystem

/// The Swift side of the round trip's benchmark: what `Benchmarks/floors/echo-server.c` does, on FilmgateDBus.
///
///     benchmark-echo-server NAME
@main
struct EchoServer {
    static func main() throws {
        try serve(as: BusName(CommandLine.arguments.dropFirst().first ?? "") ?? "org.example.Echo")
    }
}

/// Outside `main`, where a task would belong to the main actor, which nobody runs.
private func serve(as name: BusName) throws {
    let loop = try EventLoop()
    let server = Server(loop)
    Task { await server.start(name) }
    loop.run()
}

/// Keeps the connection, and ends the loop with it.
private actor Server {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(_ loop: EventLoop) { self.loop = loop }

    func start(_ name: BusName) async {
        defer { loop.stop() }
        do {
            let connection = try await Connection.open("session", on: loop)
            await connection.serve(EchoTree())
            try await connection.requestName(name)
            try? OwnedDescriptor(owning: 1).write(Array("ready\n".utf8))
            await connection.closed
        } catch {
            print("echo-server: \(error)")
        }
    }
}

private struct EchoTree: ObjectTree {
    private let served = [
        ServedInterface(
            "org.filmgate.Authorization1",
            methods: [
                ServedMethod(Method<MessageArguments<String>, MessageArguments<String>>("GetStatus")) { _, arguments in
                    MessageArguments(try arguments.decoded().values)
                }
            ],
            introspection: "")
    ]

    func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? { served }

    func children(of path: ObjectPath, for sender: BusName) async -> [String] { [] }
}
