import FilmgateTestKit
import Testing

/// One run, which is the same in both libraries except for the invisible changes.
struct Plan: Sendable {
    enum Side: UInt64 {
        case first = 1
        case second

        var other: Side { self == .first ? .second : .first }
    }

    let level: String
    let rounds: Int
    let seed: UInt64
    var leak: Leak?
    /// Whether a program that acts for the app makes its calls.
    var isDelegated = false
    /// Approximate.
    private static let roundsBetweenRestarts = 25
    /// In all rounds together, approximately.
    private static let picks = 8

    /// - Parameter search: ends the run as soon as it has found what it looks for.
    func transcript(of side: Side, _ search: DifferenceSearch? = nil) async throws -> Transcript {
        var settings =
            leak == nil
            ? WorldSettings(policy: Twin.policy(quarantining: level == "limited-quarantined")) : WorldSettings()
        settings.isInMemory = true
        settings.configuration += "[history]\ndays=1\n"
        return try await withWorld(settings) { world in
            let own = SeededRandom(seed: seed << 8 | side.rawValue)
            var twin = try await Twin(world, random: own, isDelegated: isDelegated)
            // Shared values come from here, and from no answer.
            var random = SeededRandom(seed: seed)
            var transcript = Transcript()
            try await twin.begin(at: level, &random)
            try await leak?.plant(in: world, for: Twin.client)
            var picking = SeededRandom(seed: ~seed)
            var inbox = SeededRandom(seed: seed << 16)
            for round in 0..<rounds {
                var lines: [Transcript.Line] = []
                if Int.random(in: 0..<Plan.roundsBetweenRestarts, using: &random) == 0 {
                    try await twin.restart(&random)
                    lines.append(try await twin.changes())
                }
                if Int.random(in: 0..<3, using: &random) == 0 {
                    try await twin.changeWhatIsSeen(level, &random)
                    lines.append(try await twin.changes())
                }
                if level == "full" { try await twin.workOfOthers() } else { try await twin.workUnseen() }
                if leak == nil, round % 2 == 0 {
                    try await twin.workInInbox()
                    if level == "limited-quarantined", Int.random(in: 0..<4, using: &inbox) == 0 {
                        try await twin.acceptOwn(&inbox)
                        lines.append(try await twin.changes())
                    }
                    lines.append(try await twin.listReceipts(&inbox))
                    lines.append(try await twin.changes())
                }
                for _ in 0..<Int.random(in: 2...4, using: &random) {
                    let attempt = Attempt(&random)
                    lines.append(try await twin.send(attempt))
                    if case .add = attempt.kind { lines.append(try await twin.changes()) }
                }
                // An app may ask ten times a minute, which depends on time.
                if leak == nil, round % max(1, rounds / Self.picks) == 0 {
                    lines.append(try await twin.send(Attempt.pick(&picking)))
                }
                lines.append(try await twin.changes())
                lines.append(Transcript.Line(attempt: "signals", reported: try await twin.signals()))
                transcript.rounds.append(lines)
                if await search?.hasFound(with: lines, of: side) == true { break }
            }
            transcript.unseenWork = twin.unseenWork
            if leak == nil { #expect(try await world.owner.verify().findings == []) }
            return transcript
        }
    }
}
