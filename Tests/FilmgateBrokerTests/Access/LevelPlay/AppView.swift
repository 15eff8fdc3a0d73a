import FilmgateTestKit
import Testing

/// The answers that the app must get.
extension LevelPlay {
    /// What it may see, hidden or not.
    var named: Set<String> {
        switch level {
        case "full": Set(photos.filter { !$0.value.isTrashed }.keys)
        case "limited":
            Set(photos.filter { !$0.value.isTrashed && ($0.value.isOwn || inScope($0.key)) }.keys)
        default: []
        }
    }

    func inScope(_ id: String) -> Bool {
        selection.contains(id) || selectedAlbums.contains { albums[$0]?.contains(id) == true }
    }

    func compare(_ what: String) async throws {
        guard level == "limited" || level == "full" else {
            for kind in ["asset", "album", "folder"] {
                let answer = try await AccessTable.kind { try await app.fetch(kind, [:]) }
                #expect(answer == refusal(ofAdding: false), "\(what)")
            }
            return
        }
        let listed = named.filter { photos[$0]?.isHidden == false }
        #expect(try await Set(app.assets()) == listed, "\(what)")
        let all = photos.keys.sorted() + gone
        let result = try await app.fetch(["identifiers": .texts(all), "sort": .variant("a(sb)", [["rating", true]])])
        let rows = try await app.read(result, "id", "rating")
        try await app.close(result)
        #expect(Set(rows.compactMap { $0["id"]?.text }) == named, "\(what)")
        for row in rows {
            #expect(row["rating"]?.integer == photos[row["id"]?.text ?? ""]?.rating, "\(what)")
        }
        #expect(
            rows.compactMap { $0["rating"]?.integer } == rows.compactMap { $0["rating"]?.integer }.sorted(), "\(what)")
        let widest = try await app.assets(["include-hidden": true, "include-trashed": true])
        #expect(Set(widest) == (level == "full" ? Set(photos.keys) : listed), "\(what)")
        #expect(try await app.smart("all", "count")?.integer == listed.count, "\(what)")
        let made = try await app.albums().compactMap { $0["id"]?.text }
        #expect(Set(made) == (level == "full" ? Set(albums.keys) : []), "\(what)")
        for album in albums.keys {
            let answer = try await AccessTable.kind {
                let members = try await app.assets(["album": .text(album), "include-hidden": true])
                let expected = (albums[album] ?? []).filter { photos[$0]?.isTrashed == false }
                #expect(members == expected, "\(what)")
            }
            #expect(answer == (level == "full" ? nil : "NotFound"), "\(what)")
        }
    }
}
