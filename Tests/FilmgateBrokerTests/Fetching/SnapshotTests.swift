import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("A snapshot on the bus", .inBothWorlds)
struct SnapshotTests {
    static let client = "flatpak:org.example.App"

    @Test("is read by a Python program with only its documentation, and agrees with Read", .asProcesses)
    func example() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            for number in 0..<5 {
                let id = try await owner.add(TestPhoto.small("\(number)"))
                guard number % 2 == 0 else { continue }
                try await owner.set(
                    ["caption": "ünder \(number)", "alt-text": "über", "keywords": .texts(["a", "b\(number)"])], of: id)
            }
            let names = [
                "id", "creation-date", "caption", "alt-text", "keywords", "favorite", "pixel-width", "file-size",
                "rating",
            ]
            let listed = try await world.start(["\(Self.examples)/snapshot.py"] + names).result()
            #expect(listed.code == 0, "\(listed)")
            let result = try await owner.fetch()
            let reply = try await owner.call(
                "FetchResult1", "Read", "uuas", 0, 10, .list(names.map(BusArgument.text)), at: result.path)
            let rows = (reply[0]?.list ?? []).compactMap(\.table).map { row in
                names.map { Self.text(row[$0]) }.joined(separator: "\t")
            }
            #expect(rows.count == 5)
            #expect(listed.lines == rows)
        }
    }

    @Test("is a sealed, read-only file, complete or in part, and never more than asked for")
    func parts() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            _ = try await owner.add(TestPhoto.several(3))
            let result = try await owner.fetch()
            let (whole, layout) = try await owner.snapshot(result, "creation-date", "id")
            #expect(layout["count"]?.integer == 3)
            let columns = try #require(layout["columns"]?.list)
            #expect(columns.map { $0[0]?.text } == ["creation-date", "id"])
            #expect(columns.map { $0[1]?.text } == ["x", "uuid"])
            #expect(columns.map { $0[3]?.integer } == [24, 48])
            #expect(!whole.isWritable)
            #expect(whole.facts["seals"]?.integer == 0xF)
            #expect(whole.facts["position"]?.integer == 0)
            #expect(whole.facts["mode"]?.integer == 0o400)
            for (range, count) in [
                (["offset": 1], 2), (["offset": 1, "count": 1], 1), (["count": 0], 0), (["offset": 9, "count": 9], 0),
                (["count": 0xffff_ffff], 3),
            ] as [([String: Int64], Int64)] {
                let (_, layout) = try await owner.snapshot(
                    result, "id", range: range.mapValues { .variant("u", .integer($0)) })
                #expect(layout["count"]?.integer == Int(count), "\(range)")
            }
        }
    }

    @Test("is refused with the argument's name, once its client may read")
    func refusals() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let result = try await owner.fetch()
            let unknown = try await refusal { try await owner.snapshot(result, "favourite") }
            #expect(unknown.kind == "InvalidArgument" && unknown.message.contains("'favourite'"))
            let option = try await refusal { try await owner.snapshot(result, "id", range: ["first": true]) }
            #expect(option.kind == "InvalidArgument" && option.message.contains("'first'"))
            let app = try await world.client(flatpak: "org.example.App")
            #expect(
                try await refusal { try await app.snapshot(result, "favourite") }.name
                    == "org.freedesktop.DBus.Error.UnknownObject")
        }
    }

    @Test("of a limited client is refused while it holds assets that were hidden from it, like Read")
    func departed() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            try await owner.grant(Self.client, "limited", selection: photos)
            let app = try await world.client(flatpak: "org.example.App")
            let result = try await app.fetch()
            _ = try await app.snapshot(result, "id")
            try await owner.delete(photos[1])
            // Also for the rows that are still there.
            let refused = try await refusal {
                try await app.snapshot(result, "id", range: ["count": .variant("u", 1)])
            }
            #expect(refused.kind == "AccessDenied")
        }
    }

    @Test("has a column for properties that are hidden from its client, all absent")
    func withheld() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add([TestPhoto.small()])
            try await owner.grant(Self.client, "limited", selection: photos, rights: [])
            let app = try await world.client(flatpak: "org.example.App")
            let (content, layout) = try await app.snapshot(try await app.fetch(), "location", "title", "content-hash")
            let columns = (layout["columns"]?.list ?? []).map { "\($0[0]?.text ?? "") \($0[1]?.text ?? "")" }
            #expect(
                columns == [
                    "location.latitude d", "location.latitude present", "location.longitude d",
                    "location.longitude present", "title s", "title present", "content-hash s", "content-hash present",
                ])
            // Two numbers, two texts with two offsets, and four bytes of bits, at multiples of 8.
            #expect(content.facts["size"]?.integer == 8 + 8 + 16 + 16 + 8 * 3 + 1)
        }
    }

    @Test("of albums has their properties")
    func albums() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            for title in ["b", "a"] { _ = try await owner.perform([("create-album", ["title": .text(title)])]) }
            let reply = try await owner.call("Library1", "Fetch", "sa{sv}", "album", [:])
            let result = TestClient.Result(path: reply[0]?.text ?? "", count: reply[1]?.integer ?? 0)
            let (_, layout) = try await owner.snapshot(result, "id", "title", "count")
            #expect(layout["count"]?.integer == result.count)
            #expect((layout["columns"]?.list ?? []).map { $0[1]?.text } == ["uuid", "s", "u"])
        }
    }

    private static let examples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "examples").path

    /// Returns the rows as the program writes them.
    private static func text(_ value: Value?) -> String {
        if let flag = value?.flag { return flag ? "True" : "False" }
        if let number = value?.integer { return "\(number)" }
        if let texts = value?.texts { return texts.joined(separator: ", ") }
        return value?.text ?? ""
    }
}

/// Limits on what a client may hold of its fetches.
@Suite("A quota of results", .inBothWorlds)
struct ResultQuotaTests {
    @Test("counts the rows of all of a client's connections, says what to close, and never what other clients hold")
    func rows() async throws {
        try await withWorld(WorldSettings(configuration: "[limits]\nresult-rows=40\n")) { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(6))
            try await owner.grant(SnapshotTests.client, "limited", selection: Array(photos[0..<5]))
            try await owner.grant("flatpak:org.example.Other", "full")
            let app = try await world.client(flatpak: "org.example.App")
            let connections = try await [app, app.anotherConnection(), app.anotherConnection()]
            var opened: [TestClient.Result] = []
            for index in 0..<4 { opened.append(try await connections[index % 3].fetch()) }
            let refused = try await refusal { try await connections[0].fetch() }
            #expect(refused.kind == "LimitsExceeded", "\(refused)")
            #expect(refused.message.contains("would hold 25 rows in open results and may hold 20 now"))
            #expect(refused.message.contains("(/org/filmgate/Library1/result/") && refused.message.contains(" has 5)"))
            _ = try await connections[0].fetch(["limit": .uint32(0), "identifiers": .texts([])])

            // A second client with open results leaves less, regardless of its rows.
            let other = try await world.client(flatpak: "org.example.Other")
            let large = try await other.fetch()
            #expect(large.count == 6)
            let less = try await refusal { try await connections[1].fetch(["limit": .uint32(1)]) }
            #expect(less.message.contains("may hold 13 now"), "\(less)")
            try await other.close(large)
            let small = try await other.fetch(["limit": .uint32(1)])
            let same = try await refusal { try await connections[1].fetch(["limit": .uint32(1)]) }
            #expect(same == less, "however much that is")
            try await other.close(small)

            try await connections[0].close(opened[0])
            _ = try await connections[0].fetch()
        }
    }

    @Test("is reached if the files of snapshots are kept open, and free again once they are closed", .asProcesses)
    func files() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(SnapshotTests.client, "limited", selection: photos)
            let app = try await world.client(flatpak: "org.example.App")
            let result = try await app.fetch()
            var kept: [HeldDescriptor] = []
            let refused = try await refusal {
                for _ in 0..<200 { kept.append(try await app.snapshot(result, "id").content) }
            }
            #expect(refused.kind == "LimitsExceeded", "\(refused)")
            #expect(refused.message.contains("has 128 snapshots"))
            #expect(kept.count == 128)
            try await app.forget(kept[0])
            kept.append(try await app.snapshot(result, "id").content)
            #expect(try await refusal { try await app.snapshot(result, "id") }.kind == "LimitsExceeded")
            for file in kept.dropFirst() { try await app.forget(file) }
            for _ in 0..<200 { try await app.forget(app.snapshot(result, "id").content) }
        }
    }
}
