import FilmgateModel
import FilmgateStore
import FilmgateSystem
import Testing

@testable import FilmgatePolicy

@Suite("A snapshot")
struct StoreSnapshotTests {
    @Test("of numbers, flags and identifiers is their bytes, each column at a multiple of 8")
    func fixed() throws {
        let id = AssetID("00112233-4455-6677-8899-aabbccddeeff").orTrap
        let properties: [AssetProperty] = [.id, .favorite, .creationDate, .rating, .pixelWidth, .fileSize, .duration]
        var writer = try SnapshotWriter(properties, rows: 1, limit: 1 << 20)
        let values: [PropertyValue] = [
            .text(id.description), .flag(true), .date(Timestamp(rawValue: -2)), .signed(-3), .unsigned(0x0102_0304),
            .bytes(5), .seconds(1.5),
        ]
        for (field, value) in values.enumerated() { writer.append(value, to: field) }
        try writer.endRow()
        let snapshot = try writer.finish(naming: [])
        #expect(
            snapshot.columns == [
                SnapshotColumn(name: "id", type: .uuid, offset: 0, bytes: 16),
                SnapshotColumn(name: "favorite", type: .flag, offset: 16, bytes: 1),
                SnapshotColumn(name: "creation-date", type: .signed64, offset: 24, bytes: 8),
                SnapshotColumn(name: "rating", type: .signed32, offset: 32, bytes: 4),
                SnapshotColumn(name: "pixel-width", type: .unsigned32, offset: 40, bytes: 4),
                SnapshotColumn(name: "file-size", type: .unsigned64, offset: 48, bytes: 8),
                SnapshotColumn(name: "duration", type: .double, offset: 56, bytes: 8),
            ])
        #expect(
            try snapshot.content.contents(upTo: 1000) == [
                0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff,
                1, 0, 0, 0, 0, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                0xfd, 0xff, 0xff, 0xff, 0, 0, 0, 0, 4, 3, 2, 1, 0, 0, 0, 0,
                5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f,
            ])
    }

    @Test("has texts after their offsets, lists of texts in two columns, and a bit for each absent value")
    func texts() throws {
        var writer = try SnapshotWriter([AssetProperty.title, .keywords, .rating], rows: 3, limit: 1 << 20)
        let rows: [(PropertyValue?, PropertyValue?)] = [
            (.text("é"), nil), (nil, .texts(["a", "bc"])), (.text("xyz"), .texts(["d"])),
        ]
        for (title, keywords) in rows {
            writer.append(title, to: 0)
            writer.append(keywords, to: 1)
            writer.append(.signed(1), to: 2)
            try writer.endRow()
        }
        let snapshot = try writer.finish(naming: [])
        let parts = try snapshot.columns.map { column in
            let bytes = try snapshot.content.contents(upTo: 1000).orTrap
            #expect(column.offset % 8 == 0)
            return Array(bytes[Int(column.offset)..<Int(column.offset + column.bytes)])
        }
        #expect(snapshot.columns.map(\.name) == ["title", "title", "keywords", "keywords", "keywords", "rating"])
        #expect(snapshot.columns.map(\.type) == [.text, .present, .texts, .text, .present, .signed32])
        func words(_ numbers: UInt8...) -> [UInt8] { numbers.flatMap { [$0, 0, 0, 0, 0, 0, 0, 0] } }
        #expect(parts[0] == words(32, 34, 34, 37) + Array("éxyz".utf8))
        #expect(parts[1] == [0b101])
        #expect(parts[2] == words(0, 0, 2, 3))
        #expect(parts[3] == words(32, 33, 35, 36) + Array("abcd".utf8))
        #expect(parts[4] == [0b110])
    }

    @Test("without rows has every column, and the first offset of texts")
    func empty() throws {
        var writer = try SnapshotWriter([AssetProperty.id, .title, .subtypes], rows: 0, limit: 100)
        let snapshot = try writer.finish(naming: [])
        #expect(snapshot.columns.map(\.bytes) == [0, 8, 8, 8])
        #expect(snapshot.columns.map(\.type) == [.uuid, .text, .texts, .text])
    }

    @Test("is refused if it exceeds its limit: by numbers at once, by texts while it is written")
    func limit() throws {
        #expect(throws: SnapshotTooLarge.self) {
            _ = try SnapshotWriter([AssetProperty.creationDate], rows: 4096, limit: 4096 * 8 - 1)
        }
        #expect(throws: SnapshotTooLarge.self) {
            var writer = try SnapshotWriter([AssetProperty.title], rows: 1_000_000, limit: 100_000)
            for _ in 0..<1_000_000 {
                writer.append(.text("some words that are too many"), to: 0)
                try writer.endRow()
            }
            _ = try writer.finish(naming: [])
        }
    }

    @Test("is sealed, read-only and at its start")
    func descriptor() throws {
        var writer = try SnapshotWriter([AssetProperty.id], rows: 0, limit: 100)
        let snapshot = try writer.finish(naming: [])
        let facts = try snapshot.content.facts()
        #expect(facts.permissions == 0o400)
        #expect(throws: (any Error).self) { try snapshot.content.write([1]) }
        #expect(throws: (any Error).self) { try snapshot.content.clear() }
    }

    @Test("of random photos equals reading them row by row, for all rights", arguments: 1...6)
    func random(_ seed: UInt64) async throws {
        var chance = Chance(seed: seed)
        let fixture = try await Fixture(in: "/dev/shm")
        let count = seed == 1 ? 300 : 40
        var ids: [AssetID] = []
        for _ in 0..<count {
            ids.append(try await fixture.add(seconds: Int64(chance.below(9))))
            var changes = AssetChanges()
            if chance.below(2) == 0 { changes.title = Self.text(&chance) }
            if chance.below(2) == 0 { changes.caption = Self.text(&chance) }
            if chance.below(2) == 0 { changes.altText = Self.text(&chance) }
            if chance.below(2) == 0 { changes.keywords = chance.some(of: ["a", "é b", "c", "\u{1F600}", "d"]) }
            if chance.below(2) == 0 {
                changes.location = Location(latitude: Double(chance.below(90)), longitude: -Double(chance.below(180)))
            }
            changes.isFavorite = chance.below(2) == 0
            changes.rating = Int32(chance.below(6))
            _ = try await fixture.apply([.setProperties(ids[ids.count - 1], changes)])
        }
        let selection = ids.filter { _ in chance.below(2) == 0 }
        try await fixture.grant(GrantTests.limited, to: .client(Fixture.app), selection: selection)
        let visibilities: [Visibility] = [
            .everything, .limited(Fixture.app), .limited(Fixture.app, rights: []),
            Visibility(scope: .everything, rights: [.location]),
        ]
        for visibility in visibilities {
            let keys = try await fixture.library.fetch(AssetQuery(), visibleTo: visibility)
            let properties = AssetProperty.allCases.filter { _ in chance.below(3) > 0 }.shuffled(using: &chance)
            let rows = try await fixture.library.rows(keys, properties: Set(properties), visibleTo: visibility).orTrap
            let reader = try SnapshotReader(
                try await fixture.library.snapshot(
                    of: keys, 0..<keys.count, properties: properties, visibleTo: visibility,
                    for: .client(Fixture.app), limit: 64 << 20
                ).orTrap)
            #expect(reader.snapshot.count == rows.count)
            #expect(reader.snapshot.ids == rows.map { ObjectID($0.id) })
            for property in properties {
                #expect(reader.values(of: property) == rows.map { $0.values[property] }, "\(property)")
            }
        }
    }

    private static func text(_ chance: inout Chance) -> String {
        String((0...chance.below(9)).map { _ in chance.one(of: ["a", "ü", "\u{1F4F7}", " "] as [Character]) })
    }

    @Test("is nil if one of its photos is no longer visible")
    func gone() async throws {
        let fixture = try await Fixture(in: "/dev/shm")
        let ids = [try await fixture.add(), try await fixture.add()]
        try await fixture.grant(GrantTests.limited, to: .client(Fixture.app), selection: ids)
        let keys = try await fixture.library.fetch(AssetQuery(), visibleTo: .limited(Fixture.app))
        try await fixture.changeSelection(of: .client(Fixture.app), removing: [ids[0]])
        let snapshot = try await fixture.library.snapshot(
            of: keys, 0..<keys.count, properties: [.id], visibleTo: .limited(Fixture.app),
            for: .client(Fixture.app), limit: 1000)
        #expect(snapshot == nil)
    }
}
