import FilmgateTestKit
import Foundation
import Testing

@Suite(
    "A refusal under a preset, on the system bus",
    .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"))
struct PresetTests {
    private static let viewer = "flatpak:org.example.Viewer"
    private static let day: Int64 = 86_400_000_000

    private static func set(
        _ client: TestClient, _ level: String, _ options: [String: BusArgument] = [:]
    ) async throws -> String {
        do {
            try await client.call("Admin1", "SetGrant", "ssa{sv}", .text(viewer), .text(level), .table(options))
            return "none"
        } catch let error as BusError {
            return error.kind
        }
    }

    private static func reset(_ client: TestClient) async throws -> String {
        do {
            try await client.call("Admin1", "ResetGrant", "sa{sv}", .text(viewer), [:])
            return "none"
        } catch let error as BusError {
            return error.kind
        }
    }

    @Test("cannot be lifted without a password: neither by a reset, nor by a refusal that ends")
    func denial() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes", "org.filmgate.extend-own-grants": "no"])
            let anna = try await system.client(.anna)
            let viewer = try await system.client(.anna, flatpak: "org.example.Viewer")
            #expect(try await viewer.status() == "not-determined")
            try "[\(Self.viewer)]\npreset=full\n".write(
                toFile: "\(system.folder)/policy.d/preset.conf", atomically: true, encoding: .utf8)
            kill(try #require(system.broker), SIGHUP)
            while try await viewer.status() != "authorized" {}

            let end = BusArgument.variant("x", .integer(Int64(Date().timeIntervalSince1970 * 1_000_000) + Self.day))
            #expect(try await Self.set(anna, "none") == "none", "to take back takes no password")
            #expect(try await viewer.status() == "denied")
            try system.forgetAsked()
            #expect(try await Self.reset(anna) == "NotAuthorized")
            #expect(try await Self.set(anna, "none", ["expires": end]) == "NotAuthorized")
            #expect(try await Self.set(anna, "limited", ["expires": end]) == "NotAuthorized")
            let asked = try system.asked
            #expect(asked.map { $0[0] } == Array(repeating: "org.filmgate.extend-own-grants", count: 3))
            #expect(asked.map { $0[4] } == ["full", "full", "full"])
            #expect(
                asked.map { $0[5] } == [
                    "take back what was decided about the photos of anna, which leaves the access 'full', "
                        + "for \"\(Self.viewer)\"",
                    "set the access 'none' for a time, then 'full', to the photos of anna for \"\(Self.viewer)\"",
                    "set the access 'limited' for a time, then 'full', to the photos of anna for \"\(Self.viewer)\"",
                ])
            #expect(try await viewer.status() == "denied")
            #expect(try await Self.set(anna, "none") == "none")

            try system.answer(["*": "yes"])
            #expect(try await Self.reset(anna) == "none")
            #expect(try await viewer.status() == "authorized")
        }
    }

    @Test("and a selection: one made under a preset is removed with the decision")
    func selection() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            let tool = try await system.client(.anna, "tool")
            let id = try await tool.add(TestPhoto.small())
            let viewer = try await system.client(.anna, flatpak: "org.example.Viewer")
            #expect(try await viewer.status() == "not-determined")
            try "[\(Self.viewer)]\npreset=limited\n".write(
                toFile: "\(system.folder)/policy.d/preset.conf", atomically: true, encoding: .utf8)
            kill(try #require(system.broker), SIGHUP)
            while try await viewer.status() != "limited" {}
            try await tool.changeSelection(of: Self.viewer, add: [id], remove: [])
            #expect(try await viewer.assets() == [id])
            #expect(try await Self.reset(tool) == "none")
            #expect(try await viewer.status() == "limited")
            #expect(try await viewer.assets().isEmpty)
        }
    }
}
