import FilmgateTestKit
import Testing

/// A library, an app, and the expected state of both.
struct LevelPlay {
    struct Photo {
        var rating = 0
        var isHidden = false
        var isTrashed = false
        var isOwn = false
    }

    static let levels = ["undetermined", "none", "add-only", "limited", "full"]
    static let client = "flatpak:org.example.App"
    static let unknown = "00000000-0000-4000-8000-000000000000"

    let owner: TestClient
    let app: TestClient
    var random: SeededRandom
    var photos: [String: Photo] = [:]
    var albums: [String: [String]] = [:]
    var gone: [String] = [unknown]
    var level = "undetermined"
    var selection: Set<String> = []
    var selectedAlbums: Set<String> = []
    var levelsSeen: [String] = ["undetermined"]
    var made = 0

    init(_ world: World, seed: UInt64) async throws {
        owner = try await world.owner
        app = try await world.client(flatpak: "org.example.App")
        random = SeededRandom(seed: seed)
    }

    // MARK: Steps

    /// - Returns: a description of the step, for failures.
    mutating func step() async throws -> String {
        switch Int.random(in: 0..<18, using: &random) {
        case 0...1: return try await add(by: owner, isOwn: false)
        case 2...3: return try await add(by: app, isOwn: true)
        case 4: return try await changeLevel()
        case 5...6: return try await changeSelection()
        case 7: return try await hide()
        case 8: return try await trash()
        case 9: return try await purge()
        case 10: return try await makeAlbum()
        case 11...12: return try await fillAlbum()
        case 13...14: return try await rate()
        case 15: return try await appDeletes()
        case 16: return try await appMakesAlbum()
        default: return try await appFillsAlbum()
        }
    }

    mutating func add(by client: TestClient, isOwn: Bool) async throws -> String {
        guard photos.count < 25 else { return "nothing" }
        made += 1
        let photo = try FilmgateTestKit.TestPhoto.small("photo \(made)")
        var id: String?
        let answer = try await AccessTable.kind { id = try await client.add(photo) }
        if isOwn {
            #expect(answer == refusal(ofAdding: true))
        } else {
            #expect(answer == nil)
        }
        if let id { photos[id] = Photo(isOwn: isOwn) }
        return "\(isOwn ? "the app" : "the owner") adds"
    }

    mutating func changeLevel() async throws -> String {
        // Each level once, and then most often those with the most to see.
        let ahead = Self.levels.filter { !levelsSeen.contains($0) }
        level =
            (ahead.isEmpty ? Self.levels + ["limited", "limited", "full"] : ahead).randomElement(using: &random)
            ?? level
        levelsSeen.append(level)
        (selection, selectedAlbums) = ([], [])
        switch level {
        case "undetermined": try await owner.resetGrant(Self.client)
        case "limited":
            selection = Set(some(of: photos.keys.sorted()))
            selectedAlbums = Set(some(of: albums.keys.sorted()))
            try await owner.grant(Self.client, level, selection: Array(selection) + selectedAlbums)
        default: try await owner.grant(Self.client, level)
        }
        return "the level is \(level)"
    }

    mutating func changeSelection() async throws -> String {
        guard level == "limited" else { return "nothing" }
        let (added, removed) = (some(of: photos.keys.sorted()), some(of: selection.sorted()))
        let (followed, left) = (some(of: albums.keys.sorted()), some(of: selectedAlbums.sorted()))
        try await owner.changeSelection(of: Self.client, add: added + followed)
        try await owner.changeSelection(of: Self.client, remove: removed + left)
        selection.formUnion(added)
        selection.subtract(removed)
        selectedAlbums.formUnion(followed)
        selectedAlbums.subtract(left)
        return "\(added.count) selected, \(removed.count) not, \(followed.count) albums followed, \(left.count) not"
    }

    mutating func hide() async throws -> String {
        guard let id = photos.keys.sorted().randomElement(using: &random), let photo = photos[id] else {
            return "nothing"
        }
        try await owner.set(["hidden": .flag(!photo.isHidden)], of: id)
        photos[id]?.isHidden.toggle()
        return "\(id) is \(photo.isHidden ? "shown" : "hidden")"
    }

    mutating func trash() async throws -> String {
        guard let id = photos.keys.sorted().randomElement(using: &random), let photo = photos[id] else {
            return "nothing"
        }
        try await owner.perform((photo.isTrashed ? "restore-assets" : "delete-assets", ["ids": .texts([id])]))
        photos[id]?.isTrashed.toggle()
        return "\(id) is \(photo.isTrashed ? "restored" : "deleted")"
    }

    mutating func purge() async throws -> String {
        let trashed = photos.filter(\.value.isTrashed).keys.sorted()
        guard let id = trashed.randomElement(using: &random) else { return "nothing" }
        try await owner.perform(("purge-assets", ["ids": .texts([id])]))
        forget(id)
        return "\(id) is purged"
    }

    mutating func forget(_ id: String) {
        photos[id] = nil
        selection.remove(id)
        gone.append(id)
        for album in albums.keys { albums[album]?.removeAll { $0 == id } }
    }

    mutating func makeAlbum() async throws -> String {
        guard albums.count < 4 else { return "nothing" }
        let id = try await owner.perform(("create-album", ["title": "Album"]))[0]
        albums[id] = []
        return "the album \(id)"
    }

    mutating func fillAlbum() async throws -> String {
        guard let album = albums.keys.sorted().randomElement(using: &random), let members = albums[album] else {
            return "nothing"
        }
        let (added, removed) = (some(of: photos.keys.sorted()), some(of: members))
        try await owner.perform(
            ("add-assets", ["album": .text(album), "ids": .texts(added)]),
            ("remove-assets", ["album": .text(album), "ids": .texts(removed)]))
        albums[album] = (members + added.filter { !members.contains($0) }).filter { !removed.contains($0) }
        return "\(album) gets \(added.count) and loses \(removed.count)"
    }
}
