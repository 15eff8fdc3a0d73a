import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("The camera, the lens and the time zone", .inBothWorlds)
struct CameraTests {
    private static let client = "flatpak:org.example.App"

    @Test("are told, searched and sorted by, and come in snapshots")
    func reported() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = [
                try await owner.add(TestPhoto.small("1")),
                try await owner.add(TestPhoto.small("2", model: "Another R7 X")),
            ]
            let row = try await owner.properties(of: photos[0], "camera", "lens", "time-zone")
            #expect(row["camera"]?.text == TestPhoto.camera, "the model names the maker")
            #expect(row["lens"]?.text == TestPhoto.lens && row["time-zone"]?.integer == 7200)
            let other = try await owner.properties(of: photos[1], "camera")
            #expect(other["camera"]?.text == "Canon Another R7 X")
            for (condition, expected) in [
                ("camera = 'Canon EOS R6'", [photos[0]]), ("camera contains 'another'", [photos[1]]),
                ("lens like 'rf%' and time-zone >= 3600", photos), ("lens is null or time-zone < 0", []),
            ] {
                let found = try await owner.assets(["where": .variant("s", .text(condition))])
                #expect(Set(found) == Set(expected), "\(condition)")
            }
            let sort: [String: BusArgument] = ["sort": .variant("a(sb)", [["camera", true]])]
            #expect(try await owner.assets(sort) == [photos[1], photos[0]])
            let result = try await owner.fetch()
            let (_, layout) = try await owner.snapshot(result, "camera", "lens", "time-zone")
            let columns = layout["columns"]?.list?.compactMap { $0[1]?.text } ?? []
            #expect(columns == ["s", "s", "i"])
        }
    }

    @Test("are not told without the right 'metadata', which the time zone does not need; not by conditions or orders")
    func withheld() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.client, "full", rights: ["location", "originals", "captions", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            let row = try await app.properties(of: photo, "camera", "lens", "time-zone")
            #expect(row["camera"] == nil && row["lens"] == nil && row["time-zone"]?.integer == 7200)
            for property in ["camera", "lens"] {
                let conditions = ["\(property) = 'x'", "\(property) is null", "not (\(property) like '%' or favorite)"]
                for condition in conditions {
                    let error = try await refusal {
                        try await app.assets(["where": .variant("s", .text(condition))])
                    }
                    #expect(error.kind == "InvalidArgument" && error.message.contains("'\(property)'"), "\(error)")
                }
                let sort: [String: BusArgument] = ["sort": .variant("a(sb)", [[.text(property), true]])]
                let error = try await refusal { try await app.assets(sort) }
                #expect(error.kind == "InvalidArgument" && error.message.contains("'\(property)'"), "\(error)")
            }
            let result = try await app.fetch()
            let (content, layout) = try await app.snapshot(result, "camera", "lens")
            let (own, ownLayout) = try await app.snapshot(result, "burst-id")
            #expect(content.size > 0 && own.size >= 0 && ownLayout["count"] == layout["count"])
            let present = layout["columns"]?.list?.filter { $0[1]?.text == "present" } ?? []
            #expect(present.count == 2, "each is marked as absent")
        }
    }
}
