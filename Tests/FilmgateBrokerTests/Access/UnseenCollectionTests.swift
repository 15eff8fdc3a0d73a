import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Invisible content of albums and folders", .inProcess)
struct UnseenCollectionTests {
    static let client = "flatpak:org.example.App"

    @Test(
        "makes no difference: two libraries that differ only in it answer the same, in every album, count, date and error",
        .long,
        arguments: [["location", "originals", "captions", "metadata", "write"], ["originals", "captions"]])
    func twoLibraries(_ rights: [String]) async throws {
        let without = try await transcript(unseen: false, rights)
        let with = try await transcript(unseen: true, rights)
        #expect(with == without)
        #expect(without.contains { $0.contains("moment") } && without.contains { $0.contains("transient") })
    }

    /// All that a limited client is told about albums and folders, with or without invisible photos beside.
    /// Identifiers are random, and are replaced by the order of their first appearance.
    private func transcript(unseen: Bool, _ rights: [String]) async throws -> [String] {
        try await withWorld { world in
            let owner = try await world.owner
            var selected: [String] = []
            var secrets: [String] = []
            for number in 0..<6 {
                // Between, before and beyond the visible ones; some are favorites, hidden, elsewhere or in the trash.
                if unseen {
                    for (minutes, properties) in [
                        (-30, [:]), (90, ["favorite": true]), (200, ["hidden": true]),
                        (10, ["location": .place(-33, 151)]), (-60 * 24 * 400, [:]),
                    ] as [(Int64, [String: BusArgument])] {
                        secrets.append(try await add(Int64(number) * 300 + minutes, by: owner, properties))
                    }
                }
                selected.append(
                    try await add(
                        Int64(number) * 300, by: owner,
                        number == 2 ? ["favorite": true] : number == 4 ? ["hidden": true] : [:]))
            }
            if unseen {
                try await owner.delete(secrets[0])
                _ = try await owner.perform([
                    ("create-album", ["title": "Secret", "placeholder": "@a"]),
                    ("add-assets", ["album": "@a", "ids": .texts(selected + secrets.suffix(3))]),
                ])
            }
            try await owner.grant(Self.client, "limited", selection: selected, rights: rights)
            let app = try await world.client(flatpak: "org.example.App")
            let unknown = "00000000-0000-4000-8000-000000000000"
            let other = secrets.last ?? unknown

            var lines: [String] = []
            func note(_ rows: [[String: Value]]) {
                lines += rows.map { row in
                    row.keys.sorted().map { "\($0)=\(row[$0].map { "\($0)" } ?? "")" }.joined(separator: " ")
                }
            }
            func noteError(_ body: () async throws -> some Sendable) async throws {
                let refused = try await refusal(body)
                lines.append("\(refused.kind) \(refused.message)")
            }
            _ = try await app.transient("Mine", [selected[1], selected[4]])
            for kind in ["album", "folder"] {
                let all = try await app.collections(kind)
                note(all)
                for id in all.compactMap({ $0["id"]?.text }) {
                    if kind == "album" {
                        lines.append("\(id): \(try await app.assets(["album": .text(id)]))")
                        for option in ["include-hidden", "include-trashed"] {
                            lines.append("\(option): \(try await app.assets(["album": .text(id), option: true]))")
                        }
                        continue
                    }
                    note(try await app.collections("album", ["folder": .text(id)]))
                }
                try await noteError { try await app.fetch(kind, ["folder": .text(other)]) }
                note(try await app.collections(kind, ["identifiers": .texts([other, unknown])]))
            }
            for asset in selected { note(try await app.collections("album", ["containing": .text(asset)])) }
            try await noteError { try await app.fetch("album", ["containing": .text(other)]) }
            try await noteError { try await app.fetch(["album": .text(other)]) }
            try await noteError { try await app.transient("No", [other]) }
            let result = try await app.fetch("album", ["type": "moment"])
            lines.append("\(result.count)")
            for id in [other, unknown, selected[0]] {
                let index = try await app.call("FetchResult1", "IndexOf", "s", .text(id), at: result.path)
                lines.append("\(String(describing: index[0]))")
            }
            return Self.withoutIdentifiers(lines)
        }
    }

    private func add(
        _ minutes: Int64, by owner: TestClient, _ properties: [String: BusArgument]
    ) async throws -> String {
        let date: BusArgument = .int64(1_714_564_800_000_000 + minutes * 60_000_000)
        return try await owner.add(TestPhoto.small(), properties: properties.merging(["creation-date": date]) { $1 })
    }

    static func withoutIdentifiers(_ lines: [String]) -> [String] {
        var numbers: [Substring: Int] = [:]
        return lines.map { line in
            line.replacing(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/) { match in
                if match.output.hasPrefix("00000000-") { return "unknown" }
                let number = numbers[match.output, default: numbers.count]
                numbers[match.output] = number
                return "#\(number)"
            }
        }
    }
}
