import FilmgateTestKit
import Foundation
import Testing

/// What an app can observe is a function of what it may see alone. Two brokers get the same photos as far as the app sees them, and
/// whatever else chance brings; the app does the same in both, and must be told the same, word for word, but for identifiers,
/// which are told by when they were first heard of. Now and then both brokers end, and begin anew with a history that is pruned.
@Suite("Two libraries that differ in what an app may not see")
struct InterferenceTests {
    /// Pairs of libraries, of all levels together: each round changes what is not seen in both, and compares.
    static let pairs = Int(ProcessInfo.processInfo.environment["FILMGATE_RANDOM_PAIRS"] ?? "") ?? 12_000

    /// `changing` goes through all others, and is compared in all but `full`: that it only passes through, and the app asks for nothing
    /// there, where it would see what one library alone has.
    static let levels = ["undetermined", "none", "add-only", "limited", "changing", "full"]

    @Test("tell the app the same, whatever others do", arguments: levels.indices)
    func same(number: Int) async throws {
        let level = Self.levels[number]
        let rounds = max(1, Self.pairs / Self.levels.count)
        let plan = Plan(level: level, rounds: rounds, seed: UInt64(number))
        async let first = plan.transcript(of: .first)
        async let second = plan.transcript(of: .second)
        let (here, there) = try await (first, second)
        #expect(here.rounds.count == rounds && here.rounds.map(\.count) == there.rounds.map(\.count))
        let differences = Transcript.differences(here, there)
        #expect(differences.isEmpty, "\(level): \(differences.first?.description ?? "")")
        // Or there was nothing to tell apart.
        #expect(here.unseenWork != there.unseenWork)
        if level == "limited" {
            #expect(here.rounds.joined().count { $0.told.contains("#") } > rounds / 2, "it saw something, too")
            let isLong = rounds >= 500
            #expect(!isLong || here.rounds.joined().contains { $0.told.hasPrefix("TokenExpired") }, "history went")
        }
    }

    @Test("are told apart where a broker leaks", arguments: Leak.allCases)
    func planted(_ leak: Leak) async throws {
        let plan = Plan(level: "limited", rounds: 60, seed: 7, leak: leak)
        async let first = plan.transcript(of: .first)
        async let second = plan.transcript(of: .second)
        let (here, there) = try await (first, second)
        let differences = Transcript.differences(here, there)
        #expect(differences.contains(where: leak.tells), "\(differences.map(\.description))")
        let broken = differences.filter { $0.description.contains("Error.Io") || $0.description.contains("Io: ") }
        #expect(broken.isEmpty, "what is planted breaks nothing: \(broken)")
    }
}

/// What an app was told.
struct Transcript: Sendable {
    struct Line: Sendable {
        let attempt: String
        let told: String
        var isRefusal = false
    }

    /// What one app was told and the other was not.
    struct Difference: CustomStringConvertible {
        let round: Int
        let here: Line
        let there: Line

        var description: String { "round \(round), \(here.attempt):\n\(here.told)\n\(there.told)" }
    }

    var rounds: [[Line]] = []
    /// What happened meanwhile where it does not see.
    var unseenWork: [String] = []

    /// Of two that have as many answers, round by round.
    static func differences(_ first: Transcript, _ second: Transcript) -> [Difference] {
        zip(first.rounds, second.rounds).enumerated().flatMap { number, rounds in
            zip(rounds.0, rounds.1).filter { $0.told != $1.told }
                .map { Difference(round: number, here: $0, there: $1) }
        }
    }
}
