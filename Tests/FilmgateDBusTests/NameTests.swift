import FilmgateDBus
import FilmgateTestKit
import Synchronization
import Testing

@Suite("Names on the bus")
struct NameTests {
    @Test(
        "names are checked",
        arguments: [
            "", "org", ".org.example", "org..example", "org.1example", "org.exa mple", "org.example\0",
            String(repeating: "a.", count: 128) + "a",
        ])
    func wrongNames(text: String) {
        #expect(BusName(text) == nil)
        #expect(InterfaceName(text) == nil)
    }

    @Test("object paths are checked", arguments: ["", "a", "/a/", "//", "/a//b", "/a-b", "/ä", "/a\0"])
    func wrongPaths(text: String) { #expect(ObjectPath(text) == nil) }

    @Test("unique and well-known names are told apart")
    func uniqueNames() {
        #expect((":1.5" as BusName).isUnique)
        #expect(!("org.example.A" as BusName).isUnique)
    }

    @Test("a name that a different connection owns is refused, one's own is not", arguments: BusKind.tested)
    func takenName(kind: BusKind) async throws {
        let fixture = try await ServiceFixture(on: kind)
        try await fixture.server.requestName(ServiceFixture.name)
        let taken = await #expect(throws: NameTaken.self) { try await fixture.client.requestName(ServiceFixture.name) }
        #expect(taken?.name == ServiceFixture.name)
        #expect(try await fixture.client.owner(of: ServiceFixture.name) == fixture.server.uniqueName)
        #expect(try await fixture.client.owner(of: "org.example.Nobody") == nil)
        #expect(fixture.client.busID == fixture.server.busID)
        #expect(fixture.client.busID.count == 32)
    }

    @Test("changes of names are told before the calls that come after them", arguments: BusKind.tested)
    func orderOfNamesAndCalls(kind: BusKind) async throws {
        let known = Mutex<Set<BusName>>([])
        let method = Method<NoArguments, MessageArguments<Bool>>("AmIKnown")
        let fixture = try await ServiceFixture(
            on: kind,
            ServiceFixture.interface(
                ServedMethod(method) { call, _ in MessageArguments(known.withLock { $0.contains(call.sender) }) }))
        try await fixture.server.watchNames { change in
            known.withLock { names in
                if change.newOwner == nil { names.remove(change.name) } else { names.insert(change.name) }
            }
        }
        for _ in 1...10 {
            let caller = try await fixture.bus.connect()
            let answer = try await caller.call(
                method, of: ServiceFixture.interface, at: ServiceFixture.path, on: ServiceFixture.name,
                MessageArguments())
            #expect(answer.values == true)
        }
    }
}
