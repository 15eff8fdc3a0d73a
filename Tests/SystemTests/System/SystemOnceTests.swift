import FilmgateTestKit
import Testing

@Suite(
    "A grant that an administrator gives once, on the system bus",
    .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"))
struct SystemOnceTests {
    private static let viewer = "flatpak:org.example.Viewer"

    @Test(
        "ends if the app leaves and comes back before the library is opened after the broker's start, and only then",
        arguments: [true, false])
    func comesBack(leavesFirst: Bool) async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            let anna = try await system.client(.anna, "tool")
            let first = try await system.client(.anna, flatpak: "org.example.Viewer")
            try await anna.grant(Self.viewer, "full", others: ["once": true])
            #expect(try await first.status() == "authorized")

            await system.endBroker()
            try await system.startBroker()
            #expect(try await first.status() == "authorized", "it stayed")

            await system.endBroker()
            if leavesFirst { await first.end() }
            try await system.startBroker()
            if !leavesFirst { await first.end() }
            let next = try await system.client(.anna, flatpak: "org.example.Viewer")
            #expect(try await next.status() == "not-determined")
            let entries = try await anna.audit(["operation": "expire-grant"])
            #expect(entries.count == 1 && entries.first?.about == Self.viewer, "\(entries)")
        }
    }
}
