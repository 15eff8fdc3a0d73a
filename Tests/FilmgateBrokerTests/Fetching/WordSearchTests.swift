import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Searching words and counting over the bus", .inProcess)
struct WordSearchTests {
    private static let client = "flatpak:org.example.App"

    @Test("finds and counts what the app may know, and refuses the rest")
    func rights() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let id = try await owner.add(
                .memory(try TestPhoto.small().bytes), filename: "IMG_7.jpg",
                properties: [
                    "title": "Sunset", "alt-text": "A boat at a pier", "keywords": .texts(["holiday"]),
                    "creation-date": .int64(1_714_564_800_000_000),
                ])
            _ = try await owner.add(.memory(try TestPhoto.small("other").bytes), filename: "DSC_1.jpg")
            for (rights, words) in [
                (["captions"], ["sun": 1, "pier": 1, "HOLI img_7": 1, "img": 1, "sunset lake": 0]),
                ([], ["sun": 0, "pier": 0, "img": 1]),
            ] {
                try await owner.grant(Self.client, "full", rights: rights)
                let app = try await world.client(flatpak: "org.example.App")
                for (text, count) in words {
                    #expect(try await app.assets(["search": .text(text)]).count == count, "\(text) with \(rights)")
                }
                #expect(try await app.counts("media-type", [:]) == ["image": 2])
                #expect(try await app.counts("month", ["search": "img_7"]).keys.first == "2024-05")
                if rights.isEmpty {
                    await #expect(throws: BusError.self) { try await app.counts("keyword", [:]) }
                } else {
                    #expect(try await app.counts("keyword", [:])["holiday"] == 1)
                }
                await #expect(throws: BusError.self) { try await app.counts("place", [:]) }
            }
            try await owner.grant(Self.client, "limited", selection: [id], rights: ["captions"])
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await app.assets(["search": "dsc"]) == [])
            #expect(try await app.counts("year", [:]) == ["2024": 1])
        }
    }

    @Test("refuses too many words, too long texts, other properties and unknown options")
    func wrong() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            for text in [
                String(repeating: "x", count: 1025), (0..<33).map { "w\($0)" }.joined(separator: " "),
            ] {
                await #expect(throws: BusError.self) { try await owner.assets(["search": .text(text)]) }
            }
            #expect(try await owner.assets(["search": .text((0..<32).map { "w\($0)" }.joined(separator: " "))]) == [])
            await #expect(throws: BusError.self) { try await owner.counts("title", [:]) }
            await #expect(throws: BusError.self) { try await owner.counts("year", ["serach": "x"]) }
        }
    }
}

extension TestClient {
    fileprivate func counts(_ property: String, _ options: [String: BusArgument]) async throws -> [String: Int] {
        let rows = try await call("Library1", "CountBy", "sa{sv}", .text(property), .table(options))[0]?.list ?? []
        return Dictionary(
            uniqueKeysWithValues: rows.compactMap { row in
                guard let pair = row.list, let value = pair[0].text, let count = pair[1].integer else { return nil }
                return (value, Int(count))
            })
    }
}
