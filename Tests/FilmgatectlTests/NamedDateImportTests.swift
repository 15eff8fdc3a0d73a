import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Dates that the names of files tell", .inProcess)
struct NamedDateImportTests {
    /// A date by the clock of this computer, as rows have it.
    private static func local(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int = 0, _ second: Int = 0,
        in zone: TimeZone = .current
    ) throws -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = DateComponents(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        let date = try #require(calendar.date(from: parts))
        return ISO8601DateFormatter().string(from: date).replacing("Z", with: ".000000Z")
    }

    private static func write(_ bytes: [UInt8], to name: String, in folder: PhotoFolder, changed: Date) throws {
        try folder.write(bytes, to: name)
        try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: "\(folder.path)/\(name)")
    }

    private static func dates(_ world: World) async throws -> [String: String] {
        let rows = try await world.ctl("assets", "list", "--json").objects()
        return Dictionary(
            rows.map { ($0["filename"] as? String ?? "", $0["creation-date"] as? String ?? "") }
        ) { first, _ in first }
    }

    @Test("are marked as guesses after an export, too", arguments: ["manifest", "sidecar", "embedded"])
    func exported(_ way: String) async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("phone", in: world)
            for name in ["IMG-20161224-WA0014.jpg", "IMG-20161225-WA0015.jpg"] {
                try Self.write(
                    TestPhoto.tagged(["-Comment=\(name)"]).bytes, to: name, in: folder,
                    changed: Date(timeIntervalSince1970: 1_500_000_000))
            }
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            let rows = try await world.ctl("assets", "list", "--json").objects()
            let set = rows.first { $0["filename"] as? String == "IMG-20161225-WA0015.jpg" }?["id"] as? String
            let edit = try await world.ctl(
                "assets", "edit", try #require(set), "--creation-date", "2016-12-25T12:00")
            #expect(edit.code == 0, "\(edit)")
            let out = "\(world.folder)/out"
            #expect(try await world.ctl(["export", "-q", out] + (way == "embedded" ? ["--embed"] : [])).code == 0)
            let dates = try await Self.dates(world)
            try await withSecondWorld { other in
                let from = way == "manifest" ? [] : ["--from", "folder"]
                #expect(try await other.ctl(["import", "-q"] + from + [out]).code == 0)
                #expect(try await Self.dates(other) == dates)
                let marked = try await other.ctl(
                    "assets", "list", "--json", "--where", "subtypes contains 'guessed-date'"
                ).objects()
                #expect(marked.map { $0["filename"] as? String } == ["IMG-20161224-WA0014.jpg"])
            }
        }
    }

    @Test("count if nothing better does, and are marked until the date is set")
    func names() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("phone", in: world)
            let changed = Date(timeIntervalSince1970: 1_000_036_800)
            let utc = try #require(TimeZone(secondsFromGMT: 0))
            let expected = [
                "IMG-20161224-WA0014.jpg": try Self.local(2016, 12, 24, 12),
                "signal-2018-08-21-100217.jpg": try Self.local(2018, 8, 21, 10, 2, 17),
                "Screenshot_20190201-212530_Fennec.png": try Self.local(2019, 2, 1, 21, 25, 30),
                "PXL_20220102_030405678.jpg": try Self.local(2022, 1, 2, 3, 4, 5, in: utc),
            ]
            for name in expected.keys {
                try Self.write(TestPhoto.tagged(["-Comment=\(name)"]).bytes, to: name, in: folder, changed: changed)
            }
            // A screenshot that was not copied since.
            let now = Date(timeIntervalSince1970: Double(Int(Date().timeIntervalSince1970) - 5))
            let clock = DateFormatter()
            clock.locale = Locale(identifier: "en_US_POSIX")
            clock.dateFormat = "yyyy-MM-dd HH-mm-ss"
            try Self.write(
                TestPhoto.tagged(["-Comment=fresh"]).bytes, to: "Screenshot from \(clock.string(from: now)).png",
                in: folder,
                changed: now)
            // What the file tells comes first, a name from the future is none, and the file's own date has the time of
            // that day.
            let tagged = try TestPhoto.tagged(["-DateTimeOriginal=2024:05:01 12:00:00", "-OffsetTimeOriginal=+00:00"])
            try Self.write(tagged.bytes, to: "IMG_20190509_154733.jpg", in: folder, changed: changed)
            for name in ["IMG_20990509_154733.jpg", "IMG-20010909-WA0001.jpg"] {
                try Self.write(TestPhoto.tagged(["-Comment=\(name)"]).bytes, to: name, in: folder, changed: changed)
            }
            let run = try await world.ctl("import", "-q", "--json", folder.path)
            #expect(try run.object()["guessed-dates"] as? [String] == expected.keys.sorted(), "\(run)")
            let dates = try await Self.dates(world)
            for (name, date) in expected { #expect(dates[name] == date, "\(name)") }
            #expect(dates["IMG_20190509_154733.jpg"] == "2024-05-01T12:00:00.000000Z")
            for name in ["IMG_20990509_154733.jpg", "IMG-20010909-WA0001.jpg"] {
                #expect(dates[name] == "2001-09-09T12:00:00.000000Z", "\(name)")
            }
            let marked = ["assets", "list", "--count", "--where", "subtypes contains 'guessed-date'"]
            #expect(try await world.ctl(marked).lines == ["4"])
            let rows = try await world.ctl("assets", "list", "--json").objects()
            let edited = rows.first { $0["filename"] as? String == "signal-2018-08-21-100217.jpg" }?["id"] as? String
            let edit = try await world.ctl(
                "assets", "edit", try #require(edited), "--creation-date", "2018-08-21T11:00:00")
            #expect(edit.code == 0, "\(edit)")
            #expect(try await world.ctl(marked).lines == ["3"])
        }
    }

    @Test("are followed by the time when the file was changed, and a file without any date stands last")
    func none() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("phone", in: world)
            try await world.owner.add(TestPhoto.small("dated"))
            for (name, seconds) in [("old.jpg", 1_000_036_800), ("none.jpg", 0)] {
                try Self.write(
                    TestPhoto.tagged(["-Comment=\(name)"]).bytes, to: name, in: folder,
                    changed: Date(timeIntervalSince1970: Double(seconds)))
            }
            let run = try await world.ctl("import", "-q", "--json", folder.path)
            #expect(try run.object()["guessed-dates"] as? [String] == ["none.jpg"], "\(run)")
            let rows = try await world.ctl("assets", "list", "--json").objects()
            #expect(rows.map { $0["filename"] as? String }.suffix(2) == ["old.jpg", "none.jpg"])
            let dates = try await Self.dates(world)
            #expect(dates["old.jpg"] == "2001-09-09T12:00:00.000000Z")
            #expect(dates["none.jpg"] == "1970-01-01T00:00:00.000000Z")
        }
    }

    @Test("are read by the clock of the place or of the library, whatever that of the tool")
    func zones() async throws {
        try await withWorld(WorldSettings(configuration: "[library]\ntime-zone=Asia/Tokyo\n")) { world in
            let folder = try PhotoFolder("phone", in: world)
            let changed = Date(timeIntervalSince1970: 1_000_036_800)
            let place = ["-GPSLatitude=47.4979", "-GPSLatitudeRef=N", "-GPSLongitude=19.0402", "-GPSLongitudeRef=E"]
            let all: [(name: String, tags: [String], date: String)] = [
                ("IMG_20240701_100000.jpg", ["-Comment=home"], "2024-07-01T01:00:00.000000Z"),
                ("IMG_20240702_100000.jpg", place, "2024-07-02T08:00:00.000000Z"),
                ("IMG-20240703-WA0001.jpg", ["-Comment=day"], "2024-07-03T03:00:00.000000Z"),
                ("PXL_20240704_100000000.jpg", ["-Comment=UTC"], "2024-07-04T10:00:00.000000Z"),
            ]
            for one in all {
                try Self.write(TestPhoto.tagged(one.tags).bytes, to: one.name, in: folder, changed: changed)
            }
            let run = try await world.ctl("import", "-q", "--json", folder.path)
            #expect(try run.object()["guessed-dates"] as? [String] == all.map(\.name).sorted(), "\(run)")
            let dates = try await Self.dates(world)
            for one in all { #expect(dates[one.name] == one.date, "\(one.name)") }
        }
    }

    @Test("are told in the report of an import for people")
    func report() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("phone", in: world)
            let bytes = try TestPhoto.tagged(["-Comment=one"]).bytes
            try Self.write(
                bytes, to: "2014-08-25_17.15.33.jpg", in: folder, changed: Date(timeIntervalSince1970: 1_600_000_000))
            let run = try await world.ctl("import", "-q", folder.path)
            #expect(
                run.output.contains(
                    "The date is a guess: 1 (2014-08-25_17.15.33.jpg)."), "\(run)")
        }
    }
}
