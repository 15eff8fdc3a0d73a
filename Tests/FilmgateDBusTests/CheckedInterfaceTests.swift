import FilmgateDBus
import FilmgateTestKit
import Synchronization
import Testing

@Suite("An interface that checks its callers")
struct CheckedInterfaceTests {
    @Test("asks before each method, and does not call a method that is refused")
    func refused() async throws {
        let bus = InMemoryBus()
        let (server, allowed, other) = (try await bus.connect(), try await bus.connect(), try await bus.connect())
        let served = Mutex(0)
        let methods = ["First", "Second"].map { Method<NoArguments, NoArguments>($0) }
        let friend = allowed.uniqueName
        let interface = ServedInterface(
            ServiceFixture.interface,
            methods: methods.map { method in
                ServedMethod(method) { _, _ in
                    served.withLock { $0 += 1 }
                    return MessageArguments()
                }
            }, introspection: "",
            check: { call in
                guard call.sender == friend else { throw ErrorReply.accessDenied("not you") }
            })
        await server.serve(OneObject(interface: interface))
        for method in methods {
            let error = await #expect(throws: ErrorReply.self) {
                try await other.call(
                    method, of: ServiceFixture.interface, at: ServiceFixture.path, on: server.uniqueName,
                    MessageArguments())
            }
            #expect(error?.standardName == "AccessDenied")
        }
        #expect(served.withLock { $0 } == 0)
        for method in methods {
            _ = try await allowed.call(
                method, of: ServiceFixture.interface, at: ServiceFixture.path, on: server.uniqueName, MessageArguments()
            )
        }
        #expect(served.withLock { $0 } == 2)
    }
}
