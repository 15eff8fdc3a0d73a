import FilmgateTestKit
import Testing

/// `examples/grid.py` as a Flatpak whose manifest has a window and the talk-name, and nothing else.
@Suite("A grid of photos in Flatpak", .enabled(if: FlatpakHost.hindrance == nil, "\(FlatpakHost.hindrance ?? "")"))
struct FlatpakGridTests {
    private static let id = "flatpak:\(FlatpakHost.grid)"
    private static let chosen = ["c02020", "20a040", "2040c0"]
    private static let others = ["d0b010", "b020b0", "10a0b0"]

    @Test("shows the photos that the person chose, and no others; images of them come through Flatpak's own proxy")
    func grid() async throws {
        try await withFlatpak(windows: true) { stage in
            var photos: [String: String] = [:]
            for color in Self.chosen + Self.others { photos[color] = try await stage.owner.add(.plain(color)) }
            let selection = Self.chosen.compactMap { photos[$0] }
            let agent = try await stage.agent()

            async let first = Self.show(stage)
            let prompt = try await agent.asked()
            #expect(prompt.kind == "access" && prompt.client["id"]?.text == Self.id, "\(prompt)")
            #expect(prompt.client["verified"]?.flag == true)
            try await agent.answer(prompt, ["decision": "limit", "selection": .texts(selection)])
            #expect(try await first == Self.chosen)

            let app = try await stage.flatpak.client(app: FlatpakHost.grid)
            #expect(Set(try await app.assets()) == Set(selection))
            for (color, photo) in photos {
                let side: [String: BusArgument] = ["width": .uint32(64), "height": .uint32(64)]
                guard Self.chosen.contains(color) else {
                    let error = try await refusal { try await app.requestImage(of: photo, side) }
                    #expect(error.kind == "NotFound", "\(color): \(error)")
                    continue
                }
                let images = try await app.deliveries(of: app.requestImage(of: photo, side)).contents
                let expected = try await stage.owner.deliveries(of: stage.owner.requestImage(of: photo, side)).contents
                #expect(images.last != nil && images.last?.file.sha256 == expected.last?.file.sha256, "\(color)")
            }

            try await stage.owner.grant(Self.id, "full")
            #expect(try await Self.show(stage) == Self.chosen + Self.others, "all of them can be seen")
        }
    }

    /// Shows the grid until it has all the colors, or at least those that were chosen.
    private static func show(_ stage: FlatpakStage) async throws -> [String] {
        let result = try await stage.flatpak.inSession(
            "Tests/TestKit/System/show-grid", FlatpakHost.grid, chosen.joined(separator: ","),
            others.joined(separator: ","))
        guard result.code == 0 else { throw ClientFailure("no grid: \(result)") }
        return result.output.split { $0.isWhitespace }.map(String.init)
    }
}
