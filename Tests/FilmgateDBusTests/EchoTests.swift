import FilmgateDBus
import FilmgateTestKit
import Testing

private let getStatus = Method<Arguments<String>, Arguments<String>>("GetStatus")

private let getNothing = Method<Arguments<[String]>, Arguments<[Options]>>("GetNothing")

private struct Tree: ObjectTree {
    func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? {
        guard path == "/org/example/Echo" else { return nil }
        return [
            ServedInterface(
                "org.example.Echo1",
                methods: [
                    ServedMethod(getStatus) { _, arguments in Arguments(try arguments.decoded().values) },
                    ServedMethod(getNothing) { _, _ in Arguments([]) },
                ],
                introspection: "")
        ]
    }
    func children(of path: ObjectPath, for sender: BusName) async -> [String] { [] }
}

@Suite("Echo", .privateBus)
struct EchoTests {
    @Test("a call is answered")
    func echo() async throws {
        let bus = try #require(PrivateBus.current)
        let server = try await bus.connect()
        await server.serve(Tree())
        try await server.requestName("org.example.Echo")
        let client = try await bus.connect()
        let answer = try await client.call(
            getStatus, of: "org.example.Echo1", at: "/org/example/Echo", on: "org.example.Echo", Arguments("hello"))
        #expect(answer.values == "hello")
    }

    @Test("an empty array keeps its type both ways")
    func emptyArrays() async throws {
        let bus = try #require(PrivateBus.current)
        let server = try await bus.connect()
        await server.serve(Tree())
        try await server.requestName("org.example.Echo")
        let client = try await bus.connect()
        let answer = try await client.call(
            getNothing, of: "org.example.Echo1", at: "/org/example/Echo", on: "org.example.Echo", Arguments([]))
        let nothing: [Options] = answer.values
        #expect(nothing.isEmpty)
    }
}
