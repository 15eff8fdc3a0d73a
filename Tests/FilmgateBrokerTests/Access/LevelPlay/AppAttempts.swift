import FilmgateTestKit
import Testing

/// The app's attempts.
extension LevelPlay {
    /// The error if the level alone decides; nil if the call passes.
    func refusal(ofAdding isAdding: Bool) -> String? {
        switch level {
        case "undetermined": "NotDetermined"
        case "none": "AccessDenied"
        case "add-only": isAdding ? nil : "AccessDenied"
        default: nil
        }
    }

    mutating func anyPhoto() -> String {
        (photos.keys.sorted() + gone).randomElement(using: &random) ?? Self.unknown
    }

    /// Whether what it names exists for the app.
    func isKnown(_ id: String) -> Bool { level == "full" ? photos[id] != nil : named.contains(id) }

    mutating func rate() async throws -> String {
        let (id, rating) = (anyPhoto(), Int.random(in: 0...5, using: &random))
        let answer = try await AccessTable.kind {
            try await app.set(["rating": .variant("i", .integer(Int64(rating)))], of: id)
        }
        #expect(answer == refusal(ofAdding: false) ?? (isKnown(id) ? nil : "NotFound"))
        if answer == nil { photos[id]?.rating = rating }
        return "the app rates \(id)"
    }

    mutating func appDeletes() async throws -> String {
        let id = anyPhoto()
        let answer = try await AccessTable.kind { try await app.delete(id) }
        let asks = "InteractiveAuthorizationRequired"
        #expect(answer == refusal(ofAdding: false) ?? (isKnown(id) ? asks : "NotFound"))
        return "the app deletes \(id)"
    }

    mutating func appMakesAlbum() async throws -> String {
        var id: String?
        let answer = try await AccessTable.kind { id = try await app.perform(("create-album", ["title": "Mine"]))[0] }
        #expect(answer == refusal(ofAdding: false) ?? (level == "full" ? nil : "AccessDenied"))
        if let id {
            try await owner.perform(("delete-albums", ["ids": .texts([id])]))
        }
        return "the app makes an album"
    }

    mutating func appFillsAlbum() async throws -> String {
        let album = (albums.keys.sorted() + [Self.unknown]).randomElement(using: &random) ?? Self.unknown
        let id = anyPhoto()
        let answer = try await AccessTable.kind {
            try await app.perform(("add-assets", ["album": .text(album), "ids": .texts([id])]))
        }
        let exists = level == "full" && albums[album] != nil && photos[id] != nil
        #expect(answer == refusal(ofAdding: false) ?? (exists ? nil : "NotFound"))
        if answer == nil, albums[album]?.contains(id) == false { albums[album]?.append(id) }
        return "the app fills \(album) with \(id)"
    }

    mutating func some(of things: [String]) -> [String] {
        Array(things.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)))
    }
}
