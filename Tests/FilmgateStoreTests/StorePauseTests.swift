import FilmgateModel
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Pauses in the store")
struct StorePauseTests {
    private static func entry(_ operation: AuditEntry.Operation, at second: Int64) -> AuditEntry {
        AuditEntry(
            date: .seconds(second), client: "", user: 7, operation: operation, outcome: .allowed,
            about: Fixture.other.description)
    }

    @Test("end once, with an entry in the audit log, and not if a longer one has taken their place")
    func end() async throws {
        let fixture = try await Fixture()
        let library = fixture.library
        func operations() async throws -> [AuditEntry.Operation] {
            try await library.audit(matching: AuditFilter(), limit: 10).map(\.entry.operation)
        }
        func pause(until end: Int64, at second: Int64) async throws {
            try await library.pause(
                Fixture.other, ClientPause("Many.", until: .seconds(end)), at: .seconds(second),
                audit: Self.entry("pause", at: second))
        }
        func endPause(at second: Int64) async throws {
            try await library.endPause(
                of: Fixture.other, overAt: .seconds(second), audit: Self.entry("end-pause", at: second))
        }
        try await pause(until: 10, at: 1)
        try await pause(until: 90, at: 9)
        try await endPause(at: 10)
        #expect(try await library.pauses()[Fixture.other]?.ends == .seconds(90))
        #expect(try await operations() == ["pause", "pause"])
        for _ in 1...2 { try await endPause(at: 90) }
        #expect(try await library.pauses().isEmpty)
        #expect(try await operations() == ["pause", "pause", "end-pause"])
        #expect(try await fixture.problems() == [])
    }
}
