import FilmgateTestKit
import Foundation
import Testing

@Suite("Dates of photos that an earlier version added", .inProcess)
struct ZoneCompletionTests {
    @Test("are found out from the files after the start, once, and those that were set since stay")
    func completed() async throws {
        try await withWorld(WorldSettings(configuration: "[library]\ntime-zone=Europe/Budapest\n")) { world in
            let owner = try await world.owner
            let camera = try await owner.add(Photo.tagged(["-DateTimeOriginal=2024:07:01 12:05:00"]))
            let set = try await owner.add(Photo.tagged(["-DateTimeOriginal=2024:07:01 12:06:00"]))
            let phone = try await owner.add(
                Photo.tagged(["-DateTimeOriginal=2024:07:01 12:05:00", "-OffsetTimeOriginal=+02:00"]))
            let moment = 1_719_828_300_000_000
            #expect(try await Self.date(camera, owner) == moment)
            try await owner.set(["creation-date": .int64(1_700_000_000_000_000)], of: set)
            try await owner.grant("flatpak:org.example.App", "full", rights: [])
            let app = try await world.client(flatpak: "org.example.App")
            let token = try await app.subscribe()

            // As the earlier version read it, and as the migration leaves it.
            try await world.tamper(
                "UPDATE asset SET creation_date = creation_date + 7200000000, clock_offset = 0 "
                    + "WHERE creation_date = \(moment) AND time_zone_offset IS NULL")
            try await world.tamper("UPDATE library SET zones_missing = (SELECT max(row) FROM asset)")
            #expect(try await Self.date(camera, owner) == moment + 7_200_000_000)
            try await world.restartBroker()
            try await eventually { try await Self.date(camera, owner) == moment }
            #expect(try await Self.date(set, owner) == 1_700_000_000_000_000)
            #expect(try await Self.date(phone, owner) == moment)
            let row = try await owner.properties(of: camera, "time-zone", "clock-offset")
            #expect(row["time-zone"] == nil && row["clock-offset"]?.integer == 7_200)
            #expect(try await app.changes(since: token).lists["updated"] == [camera])
            try await eventually { try await Self.isDone(in: world) }
        }
    }

    @Test("are found out in damaged files, and in the sidecars of files, too")
    func damaged() async throws {
        try await withWorld(WorldSettings(configuration: "[library]\ntime-zone=Europe/Budapest\n")) { world in
            let owner = try await world.owner
            let whole = try Photo.tagged(["-DateTimeOriginal=2024:07:01 12:05:00"]).bytes
            let (name, keys) = Client.creation(of: .memory(Array(whole.prefix(whole.count * 3 / 4))), filename: "a.jpg")
            let damaged = try await owner.perform((name, keys.merging(["allow-damaged": true]) { $1 }))[0]
            let packet = """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"
                exif:DateTimeOriginal="2024-07-01T12:05:00"/></rdf:RDF></x:xmpmeta>
                """
            let files: Argument = .variant(
                "a(sha{sv})",
                [
                    ["photo", .descriptor(.memory(try Photo.small("described").bytes)), .table([:])],
                    ["sidecar", .descriptor(.memory(Array(packet.utf8))), .table([:])],
                ])
            let described = try await owner.perform((name, ["resources": files]))[0]
            let moment = 1_719_828_300_000_000
            for id in [damaged, described] { #expect(try await Self.date(id, owner) == moment) }
            try await world.tamper("UPDATE asset SET creation_date = creation_date + 7200000000, clock_offset = 0")
            try await world.tamper("UPDATE asset SET import_date = creation_date")
            try await world.tamper("UPDATE library SET zones_missing = (SELECT max(row) FROM asset)")
            try await world.restartBroker()
            for id in [damaged, described] { try await eventually { try await Self.date(id, owner) == moment } }
        }
    }

    private static func date(_ id: String, _ client: Client) async throws -> Int? {
        try await client.properties(of: id, "creation-date")["creation-date"]?.integer
    }

    private static func isDone(in world: World) async throws -> Bool {
        do {
            try await world.change(
                "sys.exit(0 if database.execute('SELECT zones_missing FROM library').fetchone()[0] == 0 else 1)")
            return true
        } catch {
            return false
        }
    }
}
