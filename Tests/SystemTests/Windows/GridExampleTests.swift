import FilmgateTestKit
import Foundation
import Testing

/// `examples/grid.py`, as a program of the host.
@Suite("The example that shows a grid")
struct GridExampleTests {
    private static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "examples/grid.py").path

    @Test("asks the person, then shows the photos that it may see; after a no, it says so")
    func shows() async throws {
        try await withWorld { world in
            let (owner, agent) = (try await world.owner, try await world.agent())
            try await owner.add(.memory(TestPhoto.plain("FFFF00").bytes), filename: "yellow.jpg")
            let display = try await Display(in: world)
            for (name, decision) in [("denied", "deny"), ("allowed", "allow")] {
                let program = try await world.interpreter("programs/\(name)")
                let grid = try world.start([program, Self.path], environment: display.environment)
                let prompt = try await agent.asked()
                try await display.shows("label", "Waiting for your answer")
                try await agent.answer(prompt, ["decision": .text(decision)])
                if decision == "allow" {
                    try await eventually { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) > 1000 }
                } else {
                    try await display.showsNo("label", "Waiting for your answer")
                    #expect(try display.pixels(red: 0xFF, green: 0xFF, blue: 0) < 100)
                }
                await grid.stop()
            }
        }
    }
}
