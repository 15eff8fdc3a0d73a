import FilmgateTestKit
import Foundation
import Testing

/// An app's observations depend only on what it may see. Two brokers get the same photos as far as the app sees them,
/// and random other content. The app does the same in both, and must get the same answers, word for word, except for
/// identifiers, which are replaced by the order of their first appearance. Sometimes both brokers are restarted, with
/// a pruned history.
@Suite("Two libraries that differ in what an app may not see")
struct InterferenceTests {
    /// Pairs of libraries, for all levels together: each round makes invisible changes in both, and compares.
    static let pairs = Int(ProcessInfo.processInfo.environment["FILMGATE_RANDOM_PAIRS"] ?? "") ?? 6_000

    /// `changing` goes through all other levels, and is compared in all but `full`: it only passes through that, and
    /// the app asks for nothing there, because it would see what only one library has.
    ///
    /// At `images` the app has full access to images, and the changes that it may not see are of videos. At
    /// `limited-images` it sees the images of a selection that also has these videos. At `limited-pixels` it sees a
    /// selection with a limit of pixels, and learns only the town. At `limited-quarantined` what it adds waits until
    /// the person accepts it.
    static let levels = [
        "undetermined", "none", "add-only", "limited", "changing", "full", "images", "limited-images", "limited-pixels",
        "limited-quarantined",
    ]

    @Test("give the app the same answers, whatever other clients do", arguments: levels.indices)
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
        // Otherwise there was nothing to compare.
        #expect(here.unseenWork != there.unseenWork)
        if level == "images" || level.hasPrefix("limited") {
            #expect(here.rounds.joined().count { $0.reported.contains("#") } > rounds / 2, "it saw something, too")
            let isLong = rounds >= 500 && level != "images"
            #expect(!isLong || here.rounds.joined().contains { $0.reported.hasPrefix("TokenExpired") }, "history went")
        }
    }

    @Test("give a program that acts for the app the same answers, of which most are that it may not ask")
    func delegated() async throws {
        let rounds = max(1, Self.pairs / Self.levels.count)
        let plan = Plan(level: "limited", rounds: rounds, seed: 100, isDelegated: true)
        async let first = plan.transcript(of: .first)
        async let second = plan.transcript(of: .second)
        let (here, there) = try await (first, second)
        #expect(here.rounds.count == rounds && here.rounds.map(\.count) == there.rounds.map(\.count))
        let differences = Transcript.differences(here, there)
        #expect(differences.isEmpty, "\(differences.first?.description ?? "")")
        #expect(here.unseenWork != there.unseenWork)
        let lines = here.rounds.joined()
        // Otherwise there was nothing to compare.
        #expect(lines.contains { $0.attempt.hasPrefix("pick") && $0.reported.hasPrefix("success") })
        #expect(rounds < 100 || lines.contains { $0.attempt.hasPrefix("add") && $0.reported.contains("#") })
        for attempt in ["list", "image", "files", "snapshot", "count", "edit", "transient", "collections"] {
            let answers = lines.filter { $0.attempt.hasPrefix(attempt) }
            #expect(answers.allSatisfy { $0.isRefusal && $0.reported.hasPrefix("NotAuthorized") }, "\(attempt)")
        }
    }

    @Test("give different answers if a broker leaks", arguments: Leak.allCases)
    func planted(_ leak: Leak) async throws {
        let plan = Plan(level: "limited", rounds: 400, seed: 7, leak: leak)
        let search = DifferenceSearch(for: leak.reports)
        async let first = plan.transcript(of: .first, search)
        async let second = plan.transcript(of: .second, search)
        let (here, there) = try await (first, second)
        let differences = Transcript.differences(here, there)
        #expect(differences.contains(where: leak.reports), "\(differences.map(\.description))")
        let broken = differences.filter { $0.description.contains("Error.Io") || $0.description.contains("Io: ") }
        #expect(broken.isEmpty, "what is planted breaks nothing: \(broken)")
    }
}

/// Compares the answers of both sides while they come, until it finds a difference.
actor DifferenceSearch {
    private let isMeant: @Sendable (Transcript.Difference) -> Bool
    private var transcripts: [Plan.Side: Transcript] = [:]
    private var isOver = false

    init(for isMeant: @escaping @Sendable (Transcript.Difference) -> Bool) { self.isMeant = isMeant }

    /// Takes the answers of a side's next round.
    func hasFound(with lines: [Transcript.Line], of side: Plan.Side) -> Bool {
        transcripts[side, default: Transcript()].rounds.append(lines)
        let round = (transcripts[side]?.rounds.count ?? 0) - 1
        if let other = transcripts[side.other], other.rounds.indices.contains(round) {
            let differences = Transcript.differences(
                Transcript(rounds: [lines]), Transcript(rounds: [other.rounds[round]]))
            // What is meant is the same whichever side is first.
            isOver = isOver || differences.contains(where: isMeant)
        }
        return isOver
    }
}

/// An answer to an app.
struct Transcript: Sendable {
    struct Line: Sendable {
        let attempt: String
        let reported: String
        var isRefusal = false
    }

    /// An answer that only one app got, and the other's.
    struct Difference: CustomStringConvertible {
        let round: Int
        let here: Line
        let there: Line

        var description: String { "round \(round), \(here.attempt):\n\(here.reported)\n\(there.reported)" }
    }

    var rounds: [[Line]] = []
    /// The invisible changes meanwhile.
    var unseenWork: [String] = []

    /// Answers of equal number, round by round.
    static func differences(_ first: Transcript, _ second: Transcript) -> [Difference] {
        zip(first.rounds, second.rounds).enumerated().flatMap { number, rounds in
            zip(rounds.0, rounds.1).filter { $0.reported != $1.reported }
                .map { Difference(round: number, here: $0, there: $1) }
        }
    }
}
