import FilmgateTestKit
import Foundation

/// What a library holds, as lines that do not depend on identifiers.
enum LibraryFacts {
    private static let properties = [
        "creation-date", "location", "favorite", "hidden", "rating", "title", "caption", "alt-text", "keywords",
        "filename",
        "mime-type", "file-size", "content-hash", "has-adjustments", "adjustment-format", "subtypes", "pixel-width",
        "orientation", "duration", "time-zone",
    ]
    private static let all: [String: BusArgument] = [
        "include-hidden": true, "include-trashed": true, "include-burst-members": true,
    ]

    private static let ofBytes = ["file-size", "content-hash"]

    /// - Parameter comparesBytes: whether the sizes and the hashes of the files belong to it.
    static func read(_ world: World, comparesBytes: Bool = true) async throws -> [String] {
        let properties = properties.filter { comparesBytes || !ofBytes.contains($0) }
        let owner = try await world.owner
        let reply = try await owner.call(
            "FetchResult1", "Read", "uuas", 0, 1000,
            .list((properties + ["id", "trashed-date", "original-asset", "burst-id"]).map(BusArgument.text)),
            at: owner.fetch(all).path)
        let rows = reply[0]?.list?.compactMap(\.table) ?? []
        var names: [String: String] = [:]
        for row in rows {
            let texts = properties.map { "\($0)=\(row[$0].map { "\($0)" } ?? "-")" }
            names[row["id"]?.text ?? ""] = texts.joined(separator: " ") + (row["trashed-date"] == nil ? "" : " trashed")
        }
        var lines: [String] = []
        let shown = try await world.ctl(["assets", "show", "--json"] + names.keys.sorted()).objects()
        for row in rows {
            let id = row["id"]?.text ?? ""
            let resources = shown.first { $0["id"] as? String == id }?["resources"] as? [[String: Any]] ?? []
            let files = resources.map { file in
                let size = comparesBytes || file["type"] as? String != "photo" ? "\(file["file-size"] ?? "")" : ""
                return "\(file["type"] ?? "") \(file["filename"] ?? "-") \(size)"
            }
            let original = row["original-asset"]?.text.flatMap { names[$0] } ?? "-"
            lines.append("asset \(names[id] ?? "") of [\(original)] files \(files.sorted())")
        }
        var bursts: [String: [String]] = [:]
        for row in rows {
            guard let burst = row["burst-id"]?.text else { continue }
            bursts[burst, default: []].append(names[row["id"]?.text ?? ""] ?? "")
        }
        lines += bursts.values.map { "burst of \($0.sorted())" }
        lines += try await owner.assets().map { "listed \(names[$0] ?? "")" }
        let folders = try await owner.read(
            owner.fetch("folder", ["type": "folder"]), "id", "title", "parent")
        var paths: [String: String] = [:]
        func path(_ id: String?) -> String {
            guard let id, let row = folders.first(where: { $0["id"]?.text == id }) else { return "" }
            return path(row["parent"]?.text) + "/" + (row["title"]?.text ?? "")
        }
        for row in folders { paths[row["id"]?.text ?? ""] = path(row["id"]?.text) }
        for (id, path) in paths {
            let inner = try await owner.read(owner.fetch("folder", ["folder": .text(id)]), "title")
            let albums = try await owner.read(owner.fetch("album", ["folder": .text(id)]), "title")
            let titles = (inner + albums).map { $0["title"]?.text ?? "" }
            lines.append("folder \(path): \(titles)")
        }
        for row in try await owner.read(owner.fetch("album", ["type": "album"]), "id", "title", "parent", "cover") {
            let id = row["id"]?.text ?? ""
            let members = try await owner.read(owner.fetch(all.merging(["album": .text(id)]) { $1 }), "id")
            let texts = members.map { names[$0["id"]?.text ?? ""] ?? "?" }
            let cover = row["cover"]?.text.flatMap { names[$0] } ?? "-"
            lines.append("album \(path(row["parent"]?.text))/\(row["title"]?.text ?? "") cover [\(cover)]: \(texts)")
        }
        return lines.sorted()
    }
}
