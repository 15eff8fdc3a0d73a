import Testing

@testable import FilmgateDesktop

@Suite("What the permission store and the grants of apps do to each other")
struct MirrorPlanTests {
    private static let grants = ["org.example.A": "full", "org.example.B": "limited"]

    private static func resets(_ stored: PermissionStoreEntry, mirrored: Set<String>) -> [String] {
        MirrorPlan(grants: grants, stored: stored, mirrored: mirrored).resets
    }

    @Test("an app that was in the store and is gone from it loses its grant, also if its permissions are empty")
    func removed() {
        let both: Set = ["org.example.A", "org.example.B", "org.example.Old"]
        #expect(Self.resets(.written(["org.example.B": ["limited"]]), mirrored: both) == ["org.example.A"])
        let emptied = PermissionStoreEntry.written(["org.example.A": [], "org.example.B": ["x"]])
        #expect(Self.resets(emptied, mirrored: both) == ["org.example.A"])
        #expect(Self.resets(.written([:]), mirrored: both) == ["org.example.A", "org.example.B"])
    }

    @Test("a missing entry, and an app that was never written, take nothing back")
    func kept() {
        #expect(Self.resets(.missing, mirrored: ["org.example.A", "org.example.B"]).isEmpty)
        #expect(Self.resets(.written([:]), mirrored: []).isEmpty)
        #expect(Self.resets(.written(["org.example.C": ["full"]]), mirrored: ["org.example.C"]).isEmpty)
    }

    @Test("whatever else the store says is written as the grants are")
    func written() {
        let right = Self.grants.mapValues { [$0] }
        #expect(MirrorPlan.permissions(for: Self.grants, stored: .written(right)) == nil)
        let wrong: [PermissionStoreEntry] = [
            .missing, .written([:]), .written(right.merging(["org.example.B": ["full"]]) { $1 }),
            .written(right.merging(["org.example.Strange": ["full"]]) { $1 }),
            .written(right.merging(["org.example.A": ["full", "limited"]]) { $1 }),
        ]
        for stored in wrong { #expect(MirrorPlan.permissions(for: Self.grants, stored: stored) == right) }
        #expect(MirrorPlan.permissions(for: [:], stored: .missing) == [:])
    }

    @Test("a program that writes again and again makes the pauses longer, up to a limit; quiet makes them short")
    func pauses() {
        var pause = WriteBackPause()
        let first = pause.duration
        for _ in 0..<100 { pause.note(hasWritten: true) }
        #expect(pause.duration > first * 100 && pause.duration < .seconds(60))
        pause.note(hasWritten: false)
        #expect(pause.duration == first)
    }
}
