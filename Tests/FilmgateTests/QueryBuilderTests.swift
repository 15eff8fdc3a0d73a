import FilmgateDBus
import FilmgateModel
import Foundation
import Testing

@testable import Filmgate

/// The translation of Swift expressions into a text of the predicate language and its values.
@Suite("Query builder")
struct QueryBuilderTests {
    private typealias Condition = QueryCondition<AssetFields>
    private static let moment = Date(timeIntervalSince1970: 1_714_564_800)
    private static let id = AssetID("6f1c8b1e-0d8b-4f5e-9a57-3c0f3e4d2a10") ?? .random()

    private static func key(_ condition: Condition) -> Condition { condition }
    private static func fields(_ make: (AssetFields) -> Condition) -> Condition { make(AssetFields()) }

    private static let printed: [(Condition, String, [PredicateArgument])] = [
        (key(\.rating >= 4), "rating >= ?", [.integer(4)]),
        (key(\.rating == 4), "rating = ?", [.integer(4)]),
        (key(\.title != "Sea"), "title != ?", [.text("Sea")]),
        (key(\.creationDate < moment), "creation-date < ?", [.integer(1_714_564_800_000_000)]),
        (key(\.fileSize > 1_000_000), "file-size > ?", [.integer(1_000_000)]),
        (key(\.fileSize <= UInt64.max), "file-size <= ?", [.integer(.max)]),
        (key(\.duration < .milliseconds(1500)), "duration < ?", [.real(1.5)]),
        (key(\.mediaType == .video), "media-type = ?", [.text("video")]),
        (key(\.id == id), "id = ?", [.text("6f1c8b1e-0d8b-4f5e-9a57-3c0f3e4d2a10")]),
        (key(!\.isHidden), "not (hidden = true)", []),
        (key(\.isFavorite && !\.isHidden), "favorite = true and not (hidden = true)", []),
        (key(\.isFavorite && \.isHidden), "favorite = true and hidden = true", []),
        (key(\.isFavorite || \.rating >= 4), "favorite = true or rating >= ?", [.integer(4)]),
        (key(\.isFavorite && \.rating >= 4), "favorite = true and rating >= ?", [.integer(4)]),
        (key(\.rating >= 4 && \.isFavorite), "rating >= ? and favorite = true", [.integer(4)]),
        (
            key(\.rating == 1 && (\.rating == 2 || \.rating == 3)), "rating = ? and (rating = ? or rating = ?)",
            [.integer(1), .integer(2), .integer(3)]
        ),
        (
            key(\.rating == 1 || \.rating == 2 && \.rating == 3), "rating = ? or rating = ? and rating = ?",
            [.integer(1), .integer(2), .integer(3)]
        ),
        (
            key(!(\.rating == 1 || \.rating == 2)), "not (rating = ? or rating = ?)", [.integer(1), .integer(2)]
        ),
        (fields { $0.title.contains("50% off") }, "title contains ?", [.text("50% off")]),
        (fields { $0.filename.like("IMG_%") }, "filename like ?", [.text("IMG_%")]),
        (fields { $0.keywords.contains("sea") }, "keywords contains ?", [.text("sea")]),
        (fields { $0.mediaSubtypes.contains(.raw) }, "subtypes contains ?", [.text("raw")]),
        (fields { $0.rating.in([1, 5]) }, "rating in (?, ?)", [.integer(1), .integer(5)]),
        (fields { $0.rating.in([]) }, "false", []),
        (fields { $0.rating.between(2...4) }, "rating between ? and ?", [.integer(2), .integer(4)]),
        (fields { $0.title.isNil }, "title is null", []),
        (fields { !$0.title.isNil && !$0.isHidden }, "not (title is null) and not (hidden = true)", []),
        (fields { $0.location.isNil }, "location is null", []),
        (
            fields { $0.location.isWithin(latitude: 47...48, longitude: -8.5...9) },
            "location.latitude between ? and ? and location.longitude between ? and ?",
            [.real(47), .real(48), .real(-8.5), .real(9)]
        ),
        (fields { $0.location.latitude > 60 }, "location.latitude > ?", [.real(60)]),
        (fields { $0.isFavorite && $0.rating >= 4 }, "favorite = true and rating >= ?", [.integer(4)]),
        (fields { $0.isFavorite || $0.hasAdjustments }, "favorite = true or has-adjustments = true", []),
        (Condition("rating >= ? or favorite", [4]), "rating >= ? or favorite", [.integer(4)]),
        (
            Condition("rating >= ? or favorite", [4]) && key(\.rating < 5), "(rating >= ? or favorite) and rating < ?",
            [.integer(4), .integer(5)]
        ),
    ]

    @Test("expressions print to the language, with their values beside the text", arguments: printed.indices)
    func prints(_ index: Int) {
        let (condition, text, arguments) = Self.printed[index]
        #expect(condition.text == text)
        #expect(condition.arguments == arguments)
        #expect(condition.text.count { $0 == "?" } == condition.arguments.count)
    }

    @Test("no value is ever part of the text")
    func hostile() {
        let hostile = "x' or 1 = 1 -- ?"
        for condition in [
            Self.key(\.title == hostile), Self.fields { $0.title.contains(hostile) },
            Self.fields { $0.title.like(hostile) },
            Self.fields { $0.title.in([hostile]) }, Self.fields { $0.keywords.contains(hostile) },
        ] {
            #expect(!condition.text.contains("'") && condition.arguments == [.text(hostile)])
        }
    }

    @Test("a request reads like a sentence and contains all of it")
    func request() {
        let request = FetchRequest.assets.where(\.isFavorite).where(\.rating >= 4).newestFirst.includingHidden.limit(50)
        let options = request.options.representation
        #expect(options["where"]?.value(as: String.self) == "favorite = true and rating >= ?")
        #expect(options["limit"]?.value(as: UInt32.self) == 50)
        #expect(options["include-hidden"]?.value(as: Bool.self) == true)
        #expect(options["sort"] != nil && options["arguments"] != nil)
        #expect(options.count == 5)
        let album = AlbumID.random()
        let inAlbum = FetchRequest.assets(in: album).where { $0.title.contains("sea") }.options.representation
        #expect(inAlbum["album"]?.value(as: String.self) == album.description)
        #expect(inAlbum["where"]?.value(as: String.self) == "title contains ?")
        #expect(
            FetchRequest.assets.where("rating >= ?", 4).options.representation["where"]?.value(as: String.self)
                == "rating >= ?")
        #expect(FetchRequest.assets.options.representation.isEmpty)
        #expect(FetchRequest.assets.limit(50).limit(0).options.representation.isEmpty, "0 is no limit")
    }

    @Test("collections are fetched by type, folder and contents")
    func collections() {
        let folder = FolderID.random()
        let asset = AssetID.random()
        #expect(FetchRequest.albums.options.representation["type"]?.value(as: String.self) == "album")
        #expect(FetchRequest.smartAlbums.options.representation["type"]?.value(as: String.self) == "smart")
        #expect(FetchRequest.moments.options.representation["type"]?.value(as: String.self) == "moment")
        #expect(FetchRequest.momentYears.options.representation["type"]?.value(as: String.self) == "moment-year")
        #expect(
            FetchRequest.collections(in: folder).options.representation["folder"]?.value(as: String.self)
                == folder.description)
        #expect(
            FetchRequest.collections(containing: asset).options.representation["containing"]?.value(as: String.self)
                == asset.description)
        let summer = FetchRequest.albums.where { $0.title.like("Summer%") && $0.count > 3 }.options.representation
        #expect(summer["where"]?.value(as: String.self) == "title like ? and count > ?")
    }

    @Test("every smart album of the library has a name here, and the same identifier")
    func smartAlbums() {
        #expect(Set(SmartAlbumSubtype.allCases.map(\.rawValue)) == Set(SmartAlbum.all.map(\.subtype)))
        for album in SmartAlbum.all {
            #expect(SmartAlbumSubtype(rawValue: album.subtype)?.id.uuid == album.id.uuid)
        }
    }

    @Test("every property has a field, and every field is a property")
    func fields() {
        func names(_ fields: some QueryFields) -> Set<String> {
            Set(
                Mirror(reflecting: fields).children.compactMap {
                    Mirror(reflecting: $0.value).descendant("name") as? String
                })
        }
        // No condition can name the creator of an asset or its token; options select sources and albums.
        let unasked: Set<AssetProperty> = [.source, .availability, .adjustmentFormat, .creator, .contentToken]
        #expect(names(AssetFields()) == Set(AssetProperty.allCases.filter { !unasked.contains($0) }.map(\.rawValue)))
        #expect(names(CollectionFields()).isSubset(of: CollectionProperty.allCases.map(\.rawValue)))
    }
}
