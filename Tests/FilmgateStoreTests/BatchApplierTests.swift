import FilmgateModel
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("A batch of changes")
struct BatchApplierTests {
    @Test("stores what a worker read and what the client states; the client's values override")
    func creation() async throws {
        let fixture = try await Fixture()
        var facts = MediaFacts(mediaType: .video, mimeType: "video/mp4", pixelWidth: 1920, pixelHeight: 1080)
        facts.subtypes = [.slowMotion, .hdr]
        (facts.orientation, facts.duration) = (6, 12.5)
        (facts.creationDate, facts.timeZoneOffset) = (.seconds(5), 3600)
        facts.location = Location(latitude: 1, longitude: 2)
        (facts.cameraMake, facts.cameraModel, facts.lensModel) = ("Make", "Model", "Lens")
        (facts.title, facts.caption, facts.keywords) = ("read", "", ["a", "ü"])
        facts.altText = "seen"
        var properties = AssetChanges()
        (properties.title, properties.rating, properties.isFavorite) = ("stated", 4, true)
        let id = AssetID.random()
        let files = [
            StagedResource(.video, try await fixture.stage("video"), filename: "clip.mp4", mimeType: "video/mp4"),
            StagedResource(.adjustmentData, try await fixture.stage("data"), filename: nil, mimeType: "text/plain"),
        ]
        _ = try await fixture.apply([
            .createAsset(id, AssetCreation(StagedAsset(files: files, facts: facts), properties: properties))
        ])
        let expected: [AssetProperty: PropertyValue] = [
            .id: .text("\(id)"), .mediaType: .text("video"), .subtypes: .texts(["hdr", "slow-motion"]),
            .playbackStyle: .text("video"), .creationDate: .date(.seconds(5)),
            .modificationDate: .date(.seconds(2_000)), .addedDate: .date(.seconds(2_000)),
            .location: .place(Location(latitude: 1, longitude: 2).orTrap), .favorite: .flag(true),
            .hidden: .flag(false),
            .rating: .signed(4), .title: .text("stated"), .altText: .text("seen"), .keywords: .texts(["a", "ü"]),
            .filename: .text("clip.mp4"),
            .mimeType: .text("video/mp4"), .pixelWidth: .unsigned(1920), .pixelHeight: .unsigned(1080),
            .orientation: .unsigned(6), .duration: .seconds(12.5), .fileSize: .bytes(5),
            .source: .text("user-library"), .availability: .text("local"), .hasAdjustments: .flag(false),
            .contentHash: .text("\(try await fixture.stage("video").hash)"),
            .creator: .text("\(Fixture.owner)"), .camera: .text("Make Model"), .lens: .text("Lens"),
            .timeZone: .signed(3600), .clockOffset: .signed(3600),
        ]
        let row = try await fixture.row(id, .everything)
        var values = row.values
        #expect(values.removeValue(forKey: .contentToken) != nil)
        #expect(values == expected)
        #expect(
            try await fixture.library.resources(of: id, visibleTo: .everything)?.map(\.type) == [
                .adjustmentData, .video,
            ])
    }

    @Test("sets properties, and removes texts by empty ones")
    func setting() async throws {
        let fixture = try await Fixture()
        let id = try await fixture.add()
        var changes = AssetChanges()
        (changes.creationDate, changes.isHidden, changes.title) = (.seconds(77), true, "title")
        _ = try await fixture.apply([.setProperties(id, changes)])
        var row = try await fixture.row(id, .everything)
        #expect(row.values[.creationDate] == .date(.seconds(77)))
        #expect(row.values[.hidden] == .flag(true))
        #expect(row.values[.title] == .text("title"))
        #expect(row.values[.modificationDate] == .date(.seconds(2_000)))
        changes = AssetChanges()
        (changes.title, changes.keywords) = ("", [])
        _ = try await fixture.apply([.setProperties(id, changes)])
        row = try await fixture.row(id, .everything)
        #expect(row.values[.title] == nil)
        #expect(row.values[.keywords] == nil)
        #expect(row.values[.hidden] == .flag(true))
        changes = AssetChanges()
        changes.location = Location(latitude: 1, longitude: 2)
        _ = try await fixture.apply([.setProperties(id, changes)])
        #expect(try await fixture.row(id, .everything).values[.location] != nil)
        changes = AssetChanges()
        changes.removesLocation = true
        _ = try await fixture.apply([.setProperties(id, changes)])
        #expect(try await fixture.row(id, .everything).values[.location] == nil)
        #expect(try await fixture.problems() == [])
    }

    @Test("leaves neither rows nor files if it is refused, and names its first fault")
    func atomicity() async throws {
        let fixture = try await Fixture()
        let kept = try await fixture.add("kept")
        var favorite = AssetChanges()
        favorite.isFavorite = true
        // A staged file keeps a name for the next batch for as long as it exists.
        do {
            let batch: [StoreChange] = [
                .setProperties(kept, favorite),
                .createAsset(.random(), AssetCreation(.photo(try await fixture.stage()))),
                .deleteAssets([kept, .random()]),
            ]
            await #expect(throws: ChangeRefusal(index: 2, reason: .notFound)) { try await fixture.apply(batch) }
        }
        #expect(try await fixture.list(.everything) == [kept])
        #expect(try await fixture.row(kept, .everything).values[.favorite] == .flag(false))
        #expect(try fixture.originals().count == 1)
        #expect(try await fixture.library.summary().assets == 1)
        #expect(try await fixture.problems() == [])
    }

    @Test("can use an asset after the change that creates it, even for a client that cannot read")
    func createdInBatch() async throws {
        let fixture = try await Fixture()
        let id = AssetID.random()
        var properties = AssetChanges()
        properties.title = "later"
        let batch: [StoreChange] = [
            .createAsset(id, AssetCreation(.photo(try await fixture.stage()))),
            .setProperties(id, properties),
        ]
        #expect(try await fixture.apply(batch, visibleTo: .nothing, by: .client(Fixture.app)) == [ObjectID(id), nil])
        #expect(try await fixture.row(id, .everything).values[.title] == .text("later"))
        await #expect(throws: ChangeRefusal(index: 0, reason: .notFound)) {
            try await fixture.apply([.setProperties(id, properties)], visibleTo: .nothing, by: .client(Fixture.app))
        }
    }

    @Test("is refused if resources do not form an asset")
    func resources() async throws {
        let fixture = try await Fixture()
        let file = try await fixture.stage()
        for types in [
            [], [ResourceType.adjustmentData], [.photo, .video], [.photo, .alternatePhoto, .alternatePhoto],
        ] {
            let files = types.map { StagedResource($0, file, filename: nil, mimeType: "image/jpeg") }
            await #expect(throws: ChangeRefusal(index: 0, reason: .resources)) {
                try await fixture.apply([
                    .createAsset(.random(), AssetCreation(StagedAsset(files: files, facts: .jpeg)))
                ])
            }
        }
        #expect(try fixture.originals() == [])
    }

    @Test("finds an equal photo if it is visible, and creates a new one if it is not")
    func unlessPresent() async throws {
        let fixture = try await Fixture()
        func add(_ content: String, _ visibility: Visibility, by client: ClientID) async throws -> Bool {
            let change = StoreChange.createAsset(
                .random(),
                AssetCreation(.photo(try await fixture.stage(content)), AssetCreationOptions(unlessPresent: true)))
            return try await fixture.apply([change], visibleTo: visibility, by: .client(client))[0] != nil
        }
        let first = try await fixture.add("same")
        #expect(try await add("same", .everything, by: Fixture.owner) == false)
        #expect(try await add("other", .everything, by: Fixture.owner))
        // An invisible photo is not revealed; the client's own copy is found later.
        #expect(try await add("same", .limited(Fixture.app), by: Fixture.app))
        #expect(try await add("same", .limited(Fixture.app), by: Fixture.app) == false)
        #expect(try await add("same", .nothing, by: Fixture.other))
        #expect(try await add("same", .nothing, by: Fixture.other))
        // Trashed photos do not count as present.
        let all = try await fixture.list(.everything)
        _ = try await fixture.apply([.deleteAssets(all)])
        #expect(try await add("same", .everything, by: Fixture.owner))
        #expect(try await fixture.list(.everything) { $0.identifiers = [first] } == [])
        #expect(try await fixture.problems() == [])
    }

    @Test("finds only the client's own additions if it may not read content hashes, even if others are visible")
    func unlessPresentWithoutRight() async throws {
        let fixture = try await Fixture()
        func isNew(_ content: String, _ visibility: Visibility, by holder: Holder) async throws -> Bool {
            let change = StoreChange.createAsset(
                .random(),
                AssetCreation(.photo(try await fixture.stage(content)), AssetCreationOptions(unlessPresent: true)))
            return try await fixture.apply([change], visibleTo: visibility, by: holder)[0] != nil
        }
        try await fixture.add("others")
        let full = Visibility(scope: .everything, rights: [.originals, .captions])
        let limited = Visibility.limited(Fixture.app, rights: [])
        for visibility in [full, limited] {
            let content = visibility == full ? "others" : "its own"
            #expect(try await isNew(content, visibility, by: .client(Fixture.app)))
            #expect(try await isNew(content, visibility, by: .client(Fixture.app)) == false)
            #expect(try await isNew(content, visibility, by: .client(Fixture.app)) == false)
        }
        // A connection of a program does not find additions of a different connection.
        for name in [":1.1", ":1.2"] {
            let holder = Holder.connection(name, of: Fixture.other)
            #expect(try await isNew("by connection", full, by: holder))
            #expect(try await isNew("by connection", full, by: holder) == false)
        }
    }

    @Test("stores equal files twice, so that neither reveals the other")
    func noSharing() async throws {
        let fixture = try await Fixture()
        try await fixture.add("same")
        try await fixture.add("same")
        #expect(try fixture.originals().count == 2)
    }
}
