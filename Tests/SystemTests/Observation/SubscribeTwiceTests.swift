import FilmgateTestKit
import Testing

/// A client that sends several calls before it reads any answer.
@Suite("Two subscriptions at once on one connection")
struct SubscribeTwiceTests {
    /// Sends both calls with changes in between, and processes the messages as documented. Returns how often each
    /// change of a round was reported.
    private static let source = #"""
        import re
        from raw_bus import RawBus
        bus = RawBus(address)
        name, root = "org.filmgate.Library1", "/org/filmgate/Library1"
        def call(interface, member, signature="", *values):
            return bus.call(name, root, "org.filmgate." + interface, member, signature=signature, values=values)
        def subscribe(): return call("Observation1", "Subscribe", "a{sv}", {})
        def create():
            return call("Library1", "PerformChanges", "a(sa{sv})a{sv}", [("create-album", {"title": "One"})], {})
        def ids(message):
            return re.findall("[0-9a-f]{8}-[0-9a-f-]{27}", message["body"].decode("latin-1"))
        stands = bus.answer(subscribe())["text"]
        bus.answer(call("Observation1", "Unsubscribe"))
        print("ready", flush=True)
        for round in range(int(sys.stdin.readline())):
            created, told, heard = [], [], None
            changes = [create() for _ in range(round % 2)]
            subscriptions = [subscribe()]
            changes += [create() for _ in range(round % 3)]
            subscriptions.append(subscribe())
            since, stands = call("Observation1", "ChangesSince", "sa{sv}", stands, {}), None
            changes += [create() for _ in range(round % 2)]
            missing, isLast = set(subscriptions + changes + [since]), False
            while missing:
                bus.read(1 << 16)
                for message in bus.messages():
                    if message["type"] == 4:
                        if heard == stands:
                            told += ids(message)
                            stands = message["text"]
                        heard = message["text"]
                    elif message["error"]: sys.exit(message["error"])
                    elif message["answers"] in subscriptions: heard = message["text"]
                    elif message["answers"] in changes: created += ids(message)
                    elif message["answers"] == since:
                        told += ids(message)
                        stands = message["text"]
                    missing.discard(message["answers"])
                    if not missing and not isLast:
                        since, stands, isLast = call("Observation1", "ChangesSince", "sa{sv}", stands, {}), None, True
                        missing = {since}
            bus.answer(call("Observation1", "Unsubscribe"))
            print([told.count(id) for id in created], len(told) - len(created), flush=True)
        """#

    @Test("report each change once, whichever is answered first")
    func atOnce() async throws {
        var settings = WorldSettings()
        settings.isInMemory = true
        try await withWorld(settings) { world in
            let script = try Script(Self.source, on: world.bus)
            #expect(try await script.line() == "ready")
            let rounds = 1_500
            script.program.write("\(rounds)\n")
            for round in 0..<rounds {
                let count = round % 2 * 2 + round % 3
                let line = try await script.line()
                try #require(line == "\(Array(repeating: 1, count: count)) 0", "round \(round): \(line)")
            }
            await script.program.ended()
        }
    }
}
