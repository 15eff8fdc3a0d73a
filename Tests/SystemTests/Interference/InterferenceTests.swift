import FilmgateTestKit
import Foundation
import Testing

/// What an app can observe is a function of what it may see alone. Two brokers get the same photos as far as the app sees them, and
/// whatever else chance brings; the app does the same in both, and must be told the same, word for word, but for identifiers,
/// which are told by when they were first heard of.
@Suite("Two libraries that differ in what an app may not see")
struct InterferenceTests {
    /// Pairs of libraries, of all runs together: each round changes what is not seen in both, and compares.
    static let pairs = Int(ProcessInfo.processInfo.environment["FILMGATE_RANDOM_PAIRS"] ?? "") ?? 2_000

    /// How much of them each level gets; `changing` goes through all.
    static let shares: [(level: String, percent: Int)] = [
        ("undetermined", 5), ("none", 5), ("add-only", 15), ("limited", 40), ("changing", 25), ("full", 10),
    ]

    @Test("tell the app the same, whatever others do", arguments: shares)
    func same(level: String, percent: Int) async throws {
        let rounds = max(1, Self.pairs * percent / 100)
        let plan = Plan(level: level, rounds: rounds, seed: UInt64(percent))
        async let first = plan.transcript(of: .first)
        async let second = plan.transcript(of: .second)
        let (here, there) = try await (first, second)
        #expect(here.rounds.count == rounds && there.rounds.count == rounds)
        let difference = Transcript.difference(here, there)
        #expect(difference == nil, "\(level): \(difference ?? "")")
        // Or there was nothing to tell apart.
        #expect(here.unseenWork != there.unseenWork)
        if level == "limited" {
            #expect(here.rounds.joined().count { $0.told.contains("#") } > rounds / 2, "it saw something, too")
        }
    }

    @Test("are told apart where a broker leaks", arguments: Leak.allCases)
    func planted(_ leak: Leak) async throws {
        let plan = Plan(level: "limited", rounds: 60, seed: 7, leak: leak)
        async let first = plan.transcript(of: .first)
        async let second = plan.transcript(of: .second)
        let (here, there) = try await (first, second)
        let difference = try #require(Transcript.difference(here, there))
        #expect(
            !difference.contains("Error.Io") && !difference.contains("Io: "),
            "what is planted breaks nothing: \(difference)")
    }
}

/// What an app was told.
struct Transcript: Sendable {
    struct Line: Sendable {
        let attempt: String
        let told: String
    }

    var rounds: [[Line]] = []
    /// What happened meanwhile where it does not see.
    var unseenWork: [String] = []

    /// The first thing that differs; nil where nothing does.
    static func difference(_ first: Transcript, _ second: Transcript) -> String? {
        for (number, (here, there)) in zip(first.rounds, second.rounds).enumerated() {
            guard here.count == there.count else { return "round \(number): not as many answers" }
            for (line, other) in zip(here, there) where line.told != other.told {
                return "round \(number), \(line.attempt):\n\(line.told)\n\(other.told)"
            }
        }
        return first.rounds.count == second.rounds.count ? nil : "one ended early"
    }
}
