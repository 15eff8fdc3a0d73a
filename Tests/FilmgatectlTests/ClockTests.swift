import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Photos of cameras that do not know their time zone", .inProcess)
struct ClockTests {
    private static let inputs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Inputs/dates").path
    private static let budapest = "[library]\ntime-zone=Europe/Budapest\n"

    /// Of the photos of a camera and a phone, by their names: the moment, and the time zone if it is known.
    private static let expected: [(name: String, date: String, zone: Int?)] = [
        ("camera-winter.jpg", "2024-01-15T11:00:00.000000Z", nil),
        ("phone-1.jpg", "2024-07-01T10:00:00.000000Z", 7_200),
        ("camera-2.jpg", "2024-07-01T10:05:00.000000Z", nil), ("phone-3.jpg", "2024-07-01T10:10:00.000000Z", 7_200),
        ("camera-tokyo.jpg", "2024-07-02T00:00:00.000000Z", 32_400),
        ("camera-new-york.jpg", "2024-07-03T13:00:00.000000Z", -14_400),
    ]

    @Test(
        "lie between those of a phone, in the zone of the configuration or else of the computer", .asProcesses,
        arguments: [true, false])
    func order(_ isConfigured: Bool) async throws {
        var settings = WorldSettings(configuration: isConfigured ? Self.budapest : "")
        settings.startsBroker = false
        try await withWorld(settings) { world in
            try await world.startBroker(environment: ["TZ": isConfigured ? "America/Los_Angeles" : "Europe/Budapest"])
            let folder = try PhotoFolder("camera", in: world)
            for (name, _, _) in Self.expected {
                try folder.write([UInt8](Data(contentsOf: URL(filePath: "\(Self.inputs)/\(name)"))), to: name)
            }
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            let rows = try await world.ctl("assets", "list", "--json", "--sort", "creation-date").objects()
            #expect(rows.map { $0["filename"] as? String } == Self.expected.map(\.name))
            #expect(rows.map { $0["creation-date"] as? String } == Self.expected.map(\.date))
            #expect(rows.map { $0["time-zone"] as? Int } == Self.expected.map(\.zone))
            // What the clocks showed, wherever the person is.
            let shown = try await world.ctl("assets", "list", "--columns", "filename,creation-date", "--no-header")
            for time in ["2024-07-01 12:05", "2024-07-02 09:00"] { #expect(shown.output.contains(time), "\(shown)") }
            let days = try await world.ctl("assets", "count", "--by", "day", "--no-header")
            #expect(
                days.output.split(separator: "\n").map { $0.prefix(10) } == [
                    "2024-07-03", "2024-07-02", "2024-07-01", "2024-01-15",
                ])
        }
    }

    @Test("have the dates that XMP and QuickTime tell in part, or in a form of their own")
    func parts() async throws {
        try await withWorld(WorldSettings(configuration: Self.budapest)) { world in
            let folder = try PhotoFolder("scans", in: world)
            for name in try FileManager.default.contentsOfDirectory(atPath: Self.inputs)
            where ["scan-", "darktable", "content-"].contains(where: { name.hasPrefix($0) }) {
                try folder.write([UInt8](Data(contentsOf: URL(filePath: "\(Self.inputs)/\(name)"))), to: name)
            }
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            let rows = try await world.ctl("assets", "list", "--json", "--sort", "creation-date").objects()
            #expect(
                rows.map { $0["filename"] as? String } == [
                    "scan-1957.jpg", "scan-1957-06.jpg", "darktable.jpg", "content-create-date.mp4",
                ])
            #expect(
                rows.map { $0["creation-date"] as? String } == [
                    "1957-01-01T11:00:00.000000Z", "1957-06-01T11:00:00.000000Z", "2020-08-02T11:50:54.000000Z",
                    "2021-12-22T09:02:49.000000Z",
                ])
            #expect(rows.map { $0["time-zone"] as? Int } == [nil, nil, nil, 3_600])
        }
    }

    @Test("get a time zone from the person: what the clock showed stays, unless a date is given")
    func set() async throws {
        try await withWorld(WorldSettings(configuration: Self.budapest)) { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.tagged(["-DateTimeOriginal=2024:07:01 12:05:00"]))
            #expect(try await world.ctl("assets", "edit", photo, "--time-zone", "+09:00").code == 0)
            var row = try await owner.properties(of: photo, "creation-date", "time-zone", "clock-offset")
            #expect(row["time-zone"]?.integer == 32_400 && row["clock-offset"]?.integer == 32_400)
            #expect(row["creation-date"]?.integer == 1_719_803_100_000_000)
            try await owner.set(["time-zone": .variant("i", 0)], of: photo)
            row = try await owner.properties(of: photo, "creation-date", "time-zone")
            #expect(row["time-zone"]?.integer == 0 && row["creation-date"]?.integer == 1_719_803_100_000_000)
            let edit = try await world.ctl(
                "assets", "edit", photo, "--creation-date", "2024-07-01T12:00", "--time-zone=-04:00")
            #expect(edit.code == 0)
            row = try await owner.properties(of: photo, "creation-date", "time-zone")
            #expect(row["time-zone"]?.integer == -14_400 && row["creation-date"]?.integer == 1_719_849_600_000_000)
            #expect(try await world.ctl("assets", "edit", photo, "--time-zone", "Tokyo").code != 0)
        }
    }

    @Test("show the time that a person gives, also on the other side of daylight saving time")
    func savingTime() async throws {
        try await withWorld(WorldSettings(configuration: Self.budapest)) { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.tagged(["-DateTimeOriginal=2024:01:15 12:00:00"]))
            for (date, moment, offset) in [
                ("2024-07-01T14:30", 1_719_837_000, 7_200), ("2024-01-15T12:00", 1_705_316_400, 3_600),
                ("2024-07-01T14:30+03:00", 1_719_833_400, 7_200),
            ] {
                #expect(try await world.ctl("assets", "edit", photo, "--creation-date", date).code == 0)
                let row = try await owner.properties(of: photo, "creation-date", "clock-offset")
                #expect(row["creation-date"]?.integer == moment * 1_000_000, "\(date)")
                #expect(row["clock-offset"]?.integer == offset, "\(date)")
            }
        }
    }

    @Test("keep the moment and the time zone in an export, to the minute in XMP", arguments: [true, false])
    func exported(_ hasManifest: Bool) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let zones = [("a.jpg", -86_399, -86_400), ("b.jpg", 20_000, 19_980), ("c.jpg", -61_230, -61_260)]
            for (name, zone, _) in zones {
                let id = try await owner.add(.memory(TestPhoto.tagged(["-Comment=\(name)"]).bytes), filename: name)
                try await owner.set(["creation-date": .int64(1_719_828_300_000_000)], of: id)
                try await owner.set(["time-zone": .variant("i", .integer(Int64(zone)))], of: id)
            }
            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", out).code == 0)
            try await withSecondWorld { other in
                let from = hasManifest ? [] : ["--from", "folder"]
                #expect(try await other.ctl(["import", "-q"] + from + [out]).code == 0)
                let rows = try await other.ctl("assets", "list", "--json").objects()
                    .sorted { ($0["filename"] as? String ?? "") < ($1["filename"] as? String ?? "") }
                #expect(rows.map { $0["creation-date"] as? String } == zones.map { _ in "2024-07-01T10:05:00.000000Z" })
                #expect(rows.map { $0["time-zone"] as? Int } == zones.map { hasManifest ? $0.1 : $0.2 })
            }
        }
    }
}
