import FilmgateModel
import FilmgateSQLite
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Halves of a live photo")
struct StoreLivePhotoTests {
    /// What tells whether a photo and a video belong together.
    struct Halves: Sendable {
        var photo: String?
        var video: String?
        var seconds: Double?
        let isLive: Bool
    }

    private static let all = [
        Halves(seconds: 3.2, isLive: true), Halves(seconds: 60, isLive: false), Halves(seconds: 12, isLive: false),
        Halves(seconds: nil, isLive: false), Halves(photo: "A", video: "A", seconds: 60, isLive: true),
        Halves(photo: "A", video: "B", seconds: 2, isLive: false), Halves(photo: "A", seconds: 2, isLive: false),
        Halves(video: "B", seconds: 2, isLive: false),
    ]

    @Test(
        "join by the same content identifier, or if neither has one and the video is short; in both orders, found by name or named",
        arguments: all)
    func join(_ halves: Halves) async throws {
        for (isPhotoFirst, isNamed) in [(true, false), (false, false), (true, true)] {
            let fixture = try await Fixture()
            var photo = try await fixture.photo(nil, filename: "IMG_1.jpg")
            (photo.facts!.contentIdentifier, photo.facts!.creationDate) = (halves.photo, .seconds(1))
            var video = StagedAsset.video(try await fixture.stage(for: Fixture.owner))
            (video.files[0].filename, video.facts!.creationDate) = ("IMG_1.mov", .seconds(1))
            (video.facts!.contentIdentifier, video.facts!.duration) = (halves.video, halves.seconds)
            let (first, second) = isPhotoFirst ? (photo, video) : (video, photo)
            let id = AssetID.random()
            _ = try await fixture.apply([.createAsset(id, AssetCreation(first))])
            let creation = StoreCreation(
                second, AssetCreationOptions(joinsRelated: !isNamed), joins: isNamed ? id : nil)
            let isRefused: Bool
            do {
                _ = try await fixture.apply([.createAsset(.random(), creation)])
                isRefused = false
            } catch is ChangeRefusal { isRefused = true }
            #expect(isRefused == (isNamed && !halves.isLive), "\(halves)")
            let assets = try await fixture.list(.everything)
            #expect(assets.count == (halves.isLive || isRefused ? 1 : 2), "\(halves), photo first: \(isPhotoFirst)")
            let live = try await fixture.list(.everything) { $0.predicate = .contains(.subtypes, "live") }
            #expect(live.count == (halves.isLive ? 1 : 0), "\(halves)")
            #expect(try await fixture.problems() == [])
        }
    }
}

extension StoreLivePhotoTests {
    /// A photo and a video of one name and time, without content identifiers.
    struct Found: Sendable {
        var photo = "image/jpeg"
        var video = "video/mp4"
        var hasOwnDate = true
        var isOneBatch = false
        let isLive: Bool
    }

    private static let found = [
        Found(isLive: true), Found(hasOwnDate: false, isLive: false),
        Found(hasOwnDate: false, isOneBatch: true, isLive: true), Found(isOneBatch: true, isLive: true),
        Found(photo: "image/png", isLive: false), Found(photo: "image/gif", isOneBatch: true, isLive: false),
        Found(video: "video/x-msvideo", isOneBatch: true, isLive: false), Found(video: "video/mpeg", isLive: false),
        Found(video: "video/x-matroska", isLive: false), Found(video: "video/quicktime", isLive: true),
    ]

    @Test(
        "are found by a date of their own, and by that of their files only beside each other, in formats of cameras",
        arguments: found)
    func find(_ halves: Found) async throws {
        for isPhotoFirst in [true, false] {
            let fixture = try await Fixture()
            var photo = try await fixture.photo(nil, filename: "star.jpg")
            (photo.facts!.creationDate, photo.facts!.mimeType) = (.seconds(1), halves.photo)
            photo.files[0].mimeType = halves.photo
            var video = StagedAsset.video(try await fixture.stage(for: Fixture.owner))
            (video.files[0].filename, video.files[0].mimeType) = ("star.mp4", halves.video)
            (video.facts!.creationDate, video.facts!.mimeType) = (.seconds(1), halves.video)
            let changes = (isPhotoFirst ? [photo, video] : [video, photo]).map { half in
                var half = half
                half.hasOwnDate = halves.hasOwnDate
                return StoreChange.createAsset(.random(), AssetCreation(half, AssetCreationOptions(joinsRelated: true)))
            }
            if halves.isOneBatch {
                _ = try await fixture.apply(changes)
            } else {
                for change in changes { _ = try await fixture.apply([change]) }
            }
            let assets = try await fixture.list(.everything)
            #expect(assets.count == (halves.isLive ? 1 : 2), "\(halves), photo first: \(isPhotoFirst)")
            #expect(try await fixture.problems() == [])
        }
    }
}

@Suite("A guessed date")
struct GuessedDateTests {
    @Test("is marked until somebody sets the date")
    func mark() async throws {
        let fixture = try await Fixture()
        var photo = try await fixture.photo(nil, filename: "IMG-20161224-WA0014.jpg")
        (photo.facts!.creationDate, photo.facts!.subtypes) = (.seconds(1), [.guessedDate, .hdr])
        let id = AssetID.random()
        _ = try await fixture.apply([.createAsset(id, AssetCreation(photo))])
        func marked() async throws -> [AssetID] {
            try await fixture.list(.everything) { $0.predicate = .contains(.subtypes, "guessed-date") }
        }
        _ = try await fixture.apply([.setProperties(id, .of { $0.title = "Eve" })])
        #expect(try await marked() == [id])
        _ = try await fixture.apply([.setProperties(id, .of { $0.creationDate = .seconds(2) })])
        #expect(try await marked() == [])
        #expect(try await fixture.list(.everything) { $0.predicate = .contains(.subtypes, "hdr") } == [id])
        #expect(try await fixture.problems() == [])
    }

    @Test("is marked again by an undo, and an update tells of the mark only if it changes")
    func undone() async throws {
        let fixture = try await UndoFixture()
        var photo = try await fixture.store.photo(nil, filename: "IMG-20161224-WA0014.jpg")
        (photo.facts!.creationDate, photo.facts!.subtypes) = (.seconds(1), [.guessedDate, .hdr])
        let id = AssetID.random()
        try await fixture.apply([.createAsset(id, AssetCreation(photo))], by: .owner)
        func marked() async throws -> [AssetID] {
            try await fixture.store.list(.everything) { $0.predicate = .contains(.subtypes, "guessed-date") }
        }
        func lastBits() async throws -> Int64? {
            try await fixture.store.library.database.read { database in
                try database.first(
                    "SELECT properties FROM change WHERE kind = 'updated' ORDER BY number DESC LIMIT 1"
                ) { $0.integer(0) }
            }
        }
        // Also the same date, which is no guess any more.
        for date in [1, 2] as [Int64] {
            try await fixture.set(id, by: .app) { $0.creationDate = .seconds(date) }
            #expect(try await marked() == [])
            #expect(try await lastBits() == ChangeLog.bits([.creationDate, .subtypes, .modificationDate]))
            try await fixture.undo(.init(.app))
            #expect(try await marked() == [id])
            #expect(try await lastBits() == ChangeLog.bits([.creationDate, .subtypes, .modificationDate]))
        }
        try await fixture.set(id, by: .owner) { $0.creationDate = .seconds(3) }
        try await fixture.set(id, by: .owner) { $0.creationDate = .seconds(4) }
        #expect(try await lastBits() == ChangeLog.bits([.creationDate, .modificationDate]))
        #expect(try await fixture.store.problems() == [])
    }
}
