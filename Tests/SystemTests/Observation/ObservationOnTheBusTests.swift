import FilmgateTestKit
import Foundation
import Testing

@Suite("Signals of changes on the bus")
struct ObservationOnTheBusTests {
    static let client = "flatpak:org.example.App"

    /// `signal time=… sender=:1.0 -> destination=:1.7 … member=LibraryChanged`, in dbus-monitor's form.
    struct SeenSignal {
        let sender: String
        let destination: String
        let member: String

        init?(_ line: String) {
            guard line.hasPrefix("signal ") else { return nil }
            func value(_ key: String) -> String? {
                guard let start = line.range(of: " \(key)=") else { return nil }
                return line[start.upperBound...].prefix { $0 != " " && $0 != ";" }.description
            }
            guard let sender = value("sender"), let destination = value("destination"), let member = value("member")
            else { return nil }
            (self.sender, self.destination, self.member) = (sender, destination, member)
        }
    }

    @Test("go only to a connection that subscribed and sees the change, as a monitor of the whole bus shows")
    func unicast() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(Self.client, "full")
            try await owner.grant("flatpak:org.example.Limited", "limited", selection: [photos[0]])
            try await owner.grant("flatpak:org.example.Adding", "add-only")
            let full = try await world.client(flatpak: "org.example.App")
            let silent = try await full.anotherConnection()
            let limited = try await world.client(flatpak: "org.example.Limited")
            let adding = try await world.client(flatpak: "org.example.Adding")
            for client in [silent, adding] { _ = try await client.status() }
            for client in [full, limited] { try await client.subscribe() }

            let lines = AsyncStream.makeStream(of: String.self)
            _ = try world.start(
                ["/usr/bin/dbus-monitor", "--address", world.bus.address, "type='signal'"],
                onLine: { line in
                    if let line { lines.continuation.yield(line) } else { lines.continuation.finish() }
                })
            var seen: [SeenSignal] = []
            var reader = lines.stream.makeAsyncIterator()
            // The bus removes the unique name of a connection that becomes a monitor.
            while !seen.contains(where: { $0.member == "NameLost" }), let line = await reader.next() {
                SeenSignal(line).map { seen.append($0) }
            }

            try await owner.set(["favorite": true], of: photos[0])
            try await owner.set(["favorite": true], of: photos[1])
            try await adding.add(TestPhoto.small())
            try await owner.grant("flatpak:org.example.Limited", "none")
            try await owner.grant(Self.client, "none")
            var heard: [String: Int] = [:]
            for client in [full, limited] {
                var changes: TestClient.Changes
                repeat {
                    changes = try await client.nextChanges()
                    heard[client.name, default: 0] += 1
                } while changes.token != ""
            }
            func reported(_ seen: [SeenSignal]) -> [String: Int] {
                seen.filter { $0.member == "LibraryChanged" }.reduce(into: [:]) { $0[$1.destination, default: 0] += 1 }
            }
            while reported(seen).values.reduce(0, +) < heard.values.reduce(0, +), let line = await reader.next() {
                SeenSignal(line).map { seen.append($0) }
            }
            #expect(reported(seen) == heard)
            let broker = try await owner.ownerAppears(of: TestClient.service)
            let names = try await Set(owner.clients().compactMap { $0["name"]?.text })
            for signal in seen where signal.sender == broker {
                #expect(names.contains(signal.destination), "\(signal) goes to nobody in particular")
            }
        }
    }

    @Test("reach python3-dbus in a sandbox, and gdbus there asks for missed ones")
    func foreign() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.grant(Self.client, "full")
            let script = """
                import dbus, sys
                from dbus.mainloop.glib import DBusGMainLoop
                from gi.repository import GLib
                bus = dbus.SessionBus(mainloop=DBusGMainLoop())
                loop = GLib.MainLoop()
                photos = bus.get_object("org.filmgate.Library1", "/org/filmgate/Library1", introspect=False)
                library = dbus.Interface(photos, "org.filmgate.Observation1")
                def changed(token, changes):
                    print("changed", token, *changes["inserted"], flush=True)
                    loop.quit()
                library.connect_to_signal("LibraryChanged", changed)
                print("token", library.Subscribe(dbus.Dictionary({}, signature="sv")), flush=True)
                loop.run()
                """
            let lines = AsyncStream.makeStream(of: [Substring].self)
            let program = try world.start(
                ["/usr/bin/python3", "-c", script], in: .flatpak("org.example.App"),
                onLine: { line in
                    if let line {
                        lines.continuation.yield(line.split(separator: " "))
                    } else {
                        lines.continuation.finish()
                    }
                })
            var reader = lines.stream.makeAsyncIterator()
            let begun = try #require(await reader.next(), "\(program.log.soFar)")
            #expect(begun.first == "token")
            let photo = try await owner.add(TestPhoto.small())
            let reported = try #require(await reader.next())
            #expect(reported.first == "changed" && reported.last.map(String.init) == photo)
            await program.ended()

            let call = try world.start(
                ForeignClientTests.gdbus + ["org.filmgate.Observation1.ChangesSince", String(begun[1]), "{}"],
                in: .flatpak("org.example.App"))
            let asked = await call.result()
            #expect(asked.code == 0, "\(asked)")
            #expect(asked.output.hasPrefix("('\(reported[1])', {"))
            #expect(asked.output.contains("'inserted': <['\(photo)']>"))
            let subscribe = try world.start(
                ForeignClientTests.gdbus + ["org.filmgate.Observation1.Subscribe", "{}"],
                in: .flatpak("org.example.App"))
            #expect(await subscribe.result().output == "('\(reported[1])',)\n")
        }
    }
}
