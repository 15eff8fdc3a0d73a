import FilmgateDBus
import FilmgateTestKit
import Synchronization
import Testing

@Suite("Names on the bus", .privateBus)
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

    @Test("unique names are told from well-known ones")
    func uniqueNames() {
        #expect((":1.5" as BusName).isUnique)
        #expect(!("org.example.A" as BusName).isUnique)
    }

    @Test("a name that somebody owns is refused, one's own is not")
    func takenName() async throws {
        let workshop = try await Workshop()
        try await workshop.server.requestName(Workshop.name)
        let taken = await #expect(throws: NameTaken.self) { try await workshop.client.requestName(Workshop.name) }
        #expect(taken?.name == Workshop.name)
        #expect(try await workshop.client.owner(of: Workshop.name) == workshop.server.uniqueName)
        #expect(try await workshop.client.owner(of: "org.example.Nobody") == nil)
        #expect(workshop.client.busID == workshop.server.busID)
        #expect(workshop.client.busID.count == 32)
    }

    @Test("changes of names are told before the calls that come after them")
    func orderOfNamesAndCalls() async throws {
        let known = Mutex<Set<BusName>>([])
        let method = Method<NoArguments, Arguments<Bool>>("AmIKnown")
        let workshop = try await Workshop(
            Workshop.interface(
                ServedMethod(method) { call, _ in Arguments(known.withLock { $0.contains(call.sender) }) }))
        try await workshop.server.watchNames { change in
            known.withLock { names in
                if change.newOwner == nil { names.remove(change.name) } else { names.insert(change.name) }
            }
        }
        for _ in 1...10 {
            let caller = try await workshop.bus.connect()
            let answer = try await caller.call(
                method, of: Workshop.interface, at: Workshop.path, on: Workshop.name, Arguments())
            #expect(answer.values == true)
        }
    }
}
