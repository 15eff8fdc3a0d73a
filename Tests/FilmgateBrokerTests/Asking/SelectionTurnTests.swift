import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("A change of a selection during a change of its grant", .inProcess)
struct SelectionTurnTests {
    private static let id = "flatpak:org.example.App"

    @Test("is made before that, or not at all if the new access has no selection")
    func turns() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let other = try await owner.anotherConnection()
            let photo = try await owner.add(TestPhoto.small())
            for _ in 0..<40 {
                try await owner.grant(Self.id, "limited", selection: [])
                async let full: Void = owner.grant(Self.id, "full")
                async let changed: Void = other.changeSelection(of: Self.id, add: [photo], remove: [])
                try await full
                do { try await changed } catch let error as BusError { #expect(error.kind == "InvalidArgument") }
            }
            // The log has the order of the changes: two grants, and at most one change between them.
            var grants = 0
            for entry in try await owner.audit(["outcome": "allowed"]) {
                if entry.operation == "set-grant" { grants += 1 }
                if entry.operation == "change-selection" { #expect(grants % 2 == 1, "round \(grants / 2)") }
            }
            #expect(grants == 80)
        }
    }
}
