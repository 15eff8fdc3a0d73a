import FilmgateTestKit
import Testing

/// An observer that is only a socket, and reads when it is told to.
@Suite("An observer that does not read")
struct ObservationStallTests {
    private static let source = """
        from raw_bus import RawBus
        bus = RawBus(address)
        name, root = "org.filmgate.Library1", "/org/filmgate/Library1"
        bus.answer(bus.call(name, root, "org.filmgate.Observation1", "Subscribe", signature="a{sv}", values=[{}]))
        print("subscribed", flush=True)
        sys.stdin.readline()
        while bus.read(1 << 20):
            for message in bus.messages():
                if message["type"] == 4:
                    print(message["text"], flush=True)
        """

    @Test("is not sent more and more, and gets all missed changes as one when it reads again")
    func stalling() async throws {
        var settings = WorldSettings()
        settings.isInMemory = true
        try await withWorld(settings) { world in
            let owner = try await world.owner
            let folder = try await owner.perform(("create-folder", ["title": "Travel"]))[0]
            let albums = try await owner.perform((0..<900).map { ("create-album", ["title": .text("Album \($0)")]) })
            let script = try Script(Self.source, on: world.bus)
            #expect(try await script.line() == "subscribed")
            let reading = try await owner.anotherConnection()
            try await reading.subscribe()
            // Each moves enough albums for a signal of 37 kB.
            let rounds = 120
            var reported: [String] = []
            for round in 0..<rounds {
                let change = round.isMultiple(of: 2) ? "add-children" : "remove-children"
                try await owner.perform((change, ["folder": .text(folder), "ids": .texts(albums)]))
                let changes = try await reading.nextChanges()
                #expect(changes["albums-updated"].count == albums.count)
                reported.append(changes.token)
            }
            let now = try await reading.subscribe()
            script.proceed()
            var heard: [String] = []
            while heard.last != now { heard.append(try await script.line()) }
            // Each of the first, until it was known not to read; then all later changes at once.
            #expect(heard.dropLast() == reported.prefix(heard.count - 1))
            #expect(heard.count < rounds / 2)
            // Later changes are reported to it like to all others.
            try await owner.perform(("rename", ["id": .text(folder), "title": "Travels"]))
            let next = try await reading.nextChanges().token
            #expect(try await script.line() == next)
            script.program.kill()
            await script.program.ended()
        }
    }
}
