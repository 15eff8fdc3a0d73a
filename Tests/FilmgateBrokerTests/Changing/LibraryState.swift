import FilmgateTestKit

/// Everything that a test may find changed.
extension TestClient {
    /// Every asset with its editable values, and every album with its assets in order, as texts to compare.
    func everything() async throws -> [String] {
        let all: [String: BusArgument] = ["include-hidden": true, "include-trashed": true]
        let result = try await fetch(all)
        var lines = try await read(
            result, "id", "favorite", "hidden", "title", "trashed-date", "modification-date", "original-asset"
        ).map { "\($0.sorted { $0.key < $1.key })" }
        try await close(result)
        for album in try await albums() {
            guard let id = album["id"]?.text else { continue }
            let members = try await assets(all.merging(["album": .variant("s", .text(id))]) { $1 })
            lines.append("\(album.sorted { $0.key < $1.key }): \(members)")
        }
        return lines
    }

    /// What the client may do with one asset, album or folder.
    func capabilities(_ kind: String, _ id: String) async throws -> Set<String> {
        let reply = try await call("Library1", "GetCapabilities", "sas", .text(kind), .list([.text(id)]))
        return Set(reply[0]?[0]?.texts ?? [])
    }

    /// The change `create-asset` for a photo that is a version of another.
    static func version(_ original: String, placeholder: String? = nil) -> (String, [String: BusArgument]) {
        let photo = (try? TestPhoto.small().bytes) ?? []
        var change = creation(of: .memory(photo), placeholder: placeholder)
        change.1["original-asset"] = .text(original)
        return change
    }
}
