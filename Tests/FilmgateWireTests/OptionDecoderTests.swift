import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgatePredicates
import FilmgateSystem
import Foundation
import Testing

@testable import FilmgateWire

/// Options and changes: valid ones survive encoding and decoding, invalid ones are refused by name.
@Suite("Decoding")
struct OptionDecoderTests {
    @Test("a query survives encoding and decoding")
    func query() throws {
        var query = AssetQuery()
        query.identifiers = [.random(), .random()]
        query.sort = [.init(by: .creationDate, ascending: false), .init(by: .filename, ascending: true)]
        query.limit = 7
        query.includesHidden = true
        query.includesTrashed = true
        #expect(try FetchOptions(representation: FetchOptions(query).representation).query == query)
        let condition = PredicateText("rating >= ? and favorite", [.integer(4)])
        let sent = FetchOptions(query, where: condition).representation
        #expect(sent["where"]?.value(as: String.self) == condition.text)
        query.predicate = .and([.compares(.rating, .greaterOrEqual, .integer(4)), .isTrue(.favorite)])
        #expect(try FetchOptions(representation: sent).query == query)
    }

    @Test(
        "invalid options of a fetch are refused by name",
        arguments: [
            (["limits": Variant(UInt32(1))], "limits"), (["limit": Variant("1")], "limit"),
            (["limit": Variant(Int32(1))], "limit"), (["sort": Variant([Structure("colour", true)])], "colour"),
            (["sort": Variant([Structure("creator", true)])], "creator"),
            (["arguments": Variant([Variant("x")])], "arguments"), (["where": Variant(true)], "where"),
            (["where": Variant("?"), "arguments": Variant([Variant(["x"])])], "argument 1"),
            (["sources": Variant(["moon"])], "moon"),
            (["identifiers": Variant(["not-an-id"])], "not-an-id"),
            (["identifiers": Variant([UUID().uuidString])], "identifier"),
            (["include-hidden": Variant(UInt32(1))], "include-hidden"),
        ] as [(Options, String)])
    func wrongOptions(_ options: Options, _ culprit: String) {
        #expect { try FetchOptions(representation: options) } throws: { Self.isInvalid($0, naming: culprit) }
    }

    @Test("an unknown source is refused in the name of the member that was called")
    func wrongSource() {
        let options: Options = ["sources": Variant(["moon"])]
        #expect { try FetchOptions(representation: options) } throws: { Self.isInvalid($0, naming: "Fetch: 'sources'") }
        #expect { try CountOptions(representation: options) } throws: {
            Self.isInvalid($0, naming: "CountBy: 'sources'")
        }
    }

    @Test("a difference survives encoding and decoding, and is refused if a key is missing")
    func difference() throws {
        var difference = FetchDifference(count: 9)
        (difference.removed, difference.inserted, difference.changed) = ([0, 4], [8], [1, 2])
        difference.moves = [FetchDifference.Move(from: 3, to: 5)]
        for sent in [difference, FetchDifference(count: 0), .reload(count: 7)] {
            #expect(try FetchDifference(representation: sent.representation) == sent)
        }
        #expect(FetchDifference.reload(count: 7).representation.keys.sorted() == ["count", "incremental"])
        for key in difference.representation.keys {
            var lacking = difference.representation
            lacking[key] = Variant("of another type")
            #expect(throws: WireError.self) { try FetchDifference(representation: lacking) }
            lacking[key] = nil
            #expect(throws: WireError.self) { try FetchDifference(representation: lacking) }
        }
    }

    @Test("every value of an asset survives encoding and decoding")
    func values() throws {
        let values: [PropertyValue] = [
            .text(AssetID.random().description), .texts(["a", "b"]), .flag(true), .date(Timestamp(rawValue: -5)),
            .place(Location(latitude: -33.9, longitude: 18.4)!), .signed(5), .unsigned(4000), .bytes(.max),
            .seconds(1.5),
        ]
        #expect(values.map { PropertyValue($0.variant) } == values)
    }

    @Test("changes survive encoding and decoding, and empty lists are not sent")
    func changes() throws {
        var changes = LibraryChanges(reason: .selection)
        (changes.inserted, changes.updated) = ([.random(), .random()], [.random()])
        (changes.deleted, changes.enteredScope, changes.leftScope) = ([.random()], [.random()], [.random()])
        (changes.albumsInserted, changes.albumsUpdated, changes.albumsDeleted) = ([.random()], [.random()], [.random()])
        (changes.foldersInserted, changes.foldersUpdated) = ([.random()], [.random()])
        changes.foldersDeleted = [.random()]
        let whole = ChangesDescription(changes, hasMore: true)
        #expect(whole.representation.count == 14)
        #expect(try ChangesDescription(representation: whole.representation) == whole)
        let anew = ChangesDescription(.anew(.grant))
        #expect(Set(anew.representation.keys) == ["reason", "incremental"])
        #expect(try ChangesDescription(representation: anew.representation) == anew)
        #expect(throws: WireError.self) { try ChangesDescription(representation: ["inserted": Variant(["1"])]) }
    }

    @Test("a creation survives encoding and decoding")
    func creation() throws {
        let files = [
            NewAssetResource(.photo, try Self.file(), filename: "a.jpg", mimeType: "image/jpeg"),
            NewAssetResource(.pairedVideo, try Self.file()),
        ]
        let creation = WireCreation(
            files, properties: Self.properties, AssetCreationOptions(unlessPresent: true),
            originalAsset: .placeholder("@old"))
        let change = try WireChange(WireChange.createAsset(.placeholder("@new"), creation).raw)
        guard case .createAsset(.placeholder("@new"), let decoded) = change else {
            Issue.record("it became another change")
            return
        }
        #expect(decoded.properties == Self.properties && decoded.options.unlessPresent)
        #expect(decoded.originalAsset == .placeholder("@old"))
        #expect(decoded.files.map(\.type) == [.photo, .pairedVideo])
        #expect(decoded.files.map(\.filename) == ["a.jpg", nil])
    }

    @Test("changes of assets survive encoding and decoding")
    func libraryChanges() throws {
        let id = ObjectID.random()
        let set = try WireChange(WireChange.setProperties(.placeholder("@a"), Self.properties).raw)
        guard case .setProperties(.placeholder("@a"), Self.properties) = set else {
            Issue.record("\(set)")
            return
        }
        let delete = try WireChange(WireChange.deleteAssets([.id(id), .placeholder("@b")]).raw)
        guard case .deleteAssets([.id(id), .placeholder("@b")]) = delete else {
            Issue.record("\(delete)")
            return
        }
    }

    @Test("changes of albums survive encoding and decoding")
    func albumChanges() throws {
        let (id, album) = (ObjectID.random(), ObjectID.random())
        let new = ObjectReference.placeholder("@x")
        for change: WireChange in [
            .createAlbum(new, title: "Summer"), .rename(.id(album), title: "Winter"), .deleteAlbums([.id(album)]),
            .addAssets([.id(id), .placeholder("@a")], to: .id(album)),
            .removeAssets([.id(id)], from: .placeholder("@b")), .restoreAssets([.id(id)]), .purgeAssets([.id(id)]),
            .createAlbum(.placeholder(""), title: "Summer", in: .placeholder("@c")),
            .createFolder(new, title: "Years"), .createFolder(.placeholder(""), title: "Years"),
            .createFolder(new, title: "Years", in: .id(album)), .deleteFolders([.id(album)]),
            .insertAssets([.id(id)], into: .id(album), at: 7),
            .moveAssets([], in: .id(album), to: Int(UInt32.max)),
            .addChildren([.id(album), .placeholder("@b")], to: .id(id)), .removeChildren([.id(id)], from: .id(album)),
            .insertChildren([.id(album)], into: .id(id), at: 1), .moveChildren([.id(album)], in: .id(id), to: 0),
            .createAlbum(new, title: "Best", rule: .isTrue(.favorite)), .setRule(.isNull(.title), of: .id(album)),
            .insertChildren([.id(album)], into: nil, at: 1), .moveChildren([.id(album)], in: nil, to: 0),
            .addChildren([.id(album)], to: nil), .removeChildren([.id(id)], from: nil),
            .setCover(.id(id), of: .id(album)), .setCover(nil, of: .placeholder("@c")),
            .addKeywords(["a", "b"], to: [.id(id)]), .removeKeywords(["a"], from: [.id(id), .placeholder("@d")]),
        ] {
            let back = try WireChange(change.raw)
            #expect("\(back)" == "\(change)")
        }
        for title in ["", String(repeating: "a", count: 1025)] {
            #expect(throws: WireError.self) { try WireChange(WireChange.createAlbum(new, title: title).raw) }
        }
    }

    @Test("invalid changes are refused by name", arguments: wrongChanges.indices)
    func wrongChange(_ index: Int) throws {
        let (raw, culprit) = Self.wrongChanges[index]
        #expect { try WireChange(raw) } throws: { Self.isInvalid($0, naming: culprit) }
    }

    static let wrongChanges: [(RawChange, String)] = {
        let id = Variant(AssetID.random().description)
        func set(_ properties: Options) -> RawChange {
            Structure("set-properties", ["id": id, "properties": Variant(properties)])
        }
        func create(_ resources: [Structure<String, OwnedDescriptor, Options>], _ more: Options = [:]) -> RawChange {
            Structure("create-asset", more.merging(["resources": Variant(resources)]) { $1 })
        }
        func photo(_ type: String, _ options: Options = [:]) -> Structure<String, OwnedDescriptor, Options> {
            Structure(type, try! file(), options)
        }
        return [
            (Structure("explode", [:]), "explode"), (Structure("set-properties", [:]), "id"),
            (Structure("set-properties", ["id": id]), "properties"),
            (Structure("set-properties", ["id": Variant("x"), "properties": Variant(Options())]), "'x'"),
            (Structure("set-properties", ["id": id, "properties": Variant(Options()), "colour": id]), "colour"),
            (set(["colour": id]), "colour"), (set(["rating": Variant(Int32(6))]), "rating"),
            (set(["rating": Variant(Int32(-1))]), "rating"), (set(["rating": Variant(UInt32(1))]), "rating"),
            (set(["title": Variant(String(repeating: "a", count: 1025))]), "title"),
            (set(["caption": Variant(String(repeating: "a", count: 65537))]), "caption"),
            (set(["alt-text": Variant(String(repeating: "a", count: 1025))]), "alt-text"),
            (set(["alt-text": Variant(true)]), "alt-text"), (set(["alttext": Variant("a")]), "alttext"),
            (set(["keywords": Variant(Array(repeating: "a", count: 257))]), "keywords"),
            (set(["keywords": Variant([""])]), "keywords"),
            (set(["location": Variant(Structure(91.0, 0.0))]), "location"),
            (set(["location": Variant(Structure(Double.nan, 0.0))]), "location"),
            (set(["creation-date": Variant(Int64.max)]), "creation-date"),
            (set(["creation-date": Variant("2024")]), "creation-date"),
            (Structure("insert-assets", ["ids": Variant([String]()), "album": id]), "index"),
            (Structure("move-assets", ["ids": Variant([String]()), "album": id, "index": Variant(Int32(1))]), "index"),
            (Structure("add-children", ["ids": Variant([String]()), "album": id]), "folder"),
            (Structure("create-folder", ["title": Variant("")]), "title"),
            (Structure("create-folder", ["title": Variant("a"), "parent": Variant("up")]), "up"),
            (Structure("create-album", ["title": Variant("a"), "folder": id]), "folder"),
            (Structure("purge-assets", ["ids": id]), "ids"),
            (Structure("delete-assets", ["ids": Variant(["x"])]), "'x'"), (Structure("delete-assets", [:]), "ids"),
            (create([]), "resources"), (create([photo("pictures")]), "pictures"),
            (create([photo("photo"), photo("video")]), "resources"),
            (create([photo("photo"), photo("photo")]), "resources"), (create([photo("paired-video")]), "resources"),
            (create([photo("video"), photo("paired-video")]), "paired-video"),
            (create([photo("photo", ["filename": Variant("../a.jpg")])]), "filename"),
            (create([photo("photo", ["filename": Variant("")])]), "filename"),
            (create([photo("photo", ["filename": Variant("a\u{7}.jpg")])]), "filename"),
            (create([photo("photo", ["filename": Variant("..")])]), "filename"),
            (create([photo("photo", ["name": Variant("a.jpg")])]), "name"),
            (create([photo("photo")], ["placeholder": Variant("new")]), "placeholder"),
            (create([photo("photo")], ["placeholder": Variant("@")]), "placeholder"),
            (Structure("create-asset", ["resources": Variant("photo")]), "resources"),
            (create([photo("photo")], ["metadata": Variant("dc:title")]), "metadata"),
            (create([photo("photo")], ["metadata": Variant(["who:title": Variant("a")] as Options)]), "who:title"),
            (create([photo("photo")], ["metadata": Variant(["dc:title": Variant(UInt32(1))] as Options)]), "dc:title"),
            (create([photo("photo")], ["metadata": Variant(["dc:title": Variant([""])] as Options)]), "dc:title"),
            (create([photo("photo")], ["metadata": Variant(["dc:subject": Variant([""])] as Options)]), "dc:subject"),
            (
                create([photo("photo")], ["properties": Variant(["orientation": Variant(UInt32(9))] as Options)]),
                "orientation"
            ),
            (
                create([photo("photo")], ["properties": Variant(["orientation": Variant(Int32(6))] as Options)]),
                "orientation"
            ),
            (set(["orientation": Variant(UInt32(6))]), "orientation"),
        ]
    }()

    @Test("a peer's text is quoted without characters that could disguise it")
    func quoting() {
        #expect(quotable("a\u{202E}b\u{1B}[2Jc\n") == "ab[2Jc")
        #expect(quotable(String(repeating: "a", count: 1000)).count == 65)
    }

    @Test("a quoted text ends in an ellipsis only if visible characters are cut, however many are invisible")
    func cutQuotes() {
        let (whole, long) = (String(repeating: "a", count: 64), String(repeating: "a", count: 65))
        let hidden = String(repeating: "\u{200B}", count: 100)
        #expect(quotable(hidden + whole + hidden) == whole)
        #expect(quotable("\u{200B}" + long) == whole + "…")
        #expect(quotable(whole + hidden + "a") == whole + "…")
    }

    @Test("a grant survives encoding and decoding")
    func grant() throws {
        let record = GrantRecord(
            holder: .client(ClientID("flatpak:org.example.App")!),
            grant: Grant(
                addOnly: .authorized, readWrite: .limited, rights: [.captions, .location],
                limits: ContentLimits(maxPixels: 512, locationPrecision: .town), grantor: .admin),
            terms: GrantTerms(both: .until(Timestamp(rawValue: 7), remaining: .max)),
            grantedDate: Timestamp(rawValue: 5),
            selectionCount: 3)
        let grant = ClientGrant(record, user: 1000, pause: "It took too many.", pausedLevel: .limited)
        let decoded = try ClientGrant(representation: grant.representation)
        #expect(decoded == grant && decoded.level == .limited)
        let options = GrantOptions(
            user: 4, selection: [.random()], expires: Timestamp(rawValue: 9), rights: [.originals],
            limits: ContentLimits(maxPixels: 512, locationPrecision: .town))
        #expect(try GrantOptions(representation: options.representation) == options)
    }

    @Test("levels that cannot be set and unknown rights are refused")
    func wrongGrants() {
        for level in ["undetermined", "restricted", "everything", " "] {
            #expect { try WireLevel(representation: level) } throws: { Self.isInvalid($0, naming: level) }
        }
        #expect { try GrantOptions(representation: ["rights": Variant(["all"])]) } throws: {
            Self.isInvalid($0, naming: "all")
        }
        #expect { try GrantOptions(representation: ["location-precision": Variant("street")]) } throws: {
            Self.isInvalid($0, naming: "street")
        }
    }

    private static let properties: AssetChanges = {
        var changes = AssetChanges()
        changes.creationDate = Timestamp(rawValue: 1_700_000_000_000_000)
        changes.location = Location(latitude: 1, longitude: 2)
        changes.isFavorite = true
        changes.isHidden = false
        changes.rating = 4
        changes.title = "Title"
        changes.caption = "Line\nline"
        changes.altText = "A boat at a pier"
        changes.keywords = ["a", "b"]
        return changes
    }()

    private static func file() throws -> OwnedDescriptor { try .sealedMemory(named: "test", holding: [1, 2, 3]) }

    private static func isInvalid(_ error: any Error, naming culprit: String) -> Bool {
        guard case .invalidArgument(let text) = error as? WireError else { return false }
        return text.contains(culprit)
    }
}
