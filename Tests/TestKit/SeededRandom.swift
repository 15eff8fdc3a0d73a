import Foundation
public import Testing

/// Randomness that a failing test can be run with again.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    /// Numbers that differ from run to run. A test that uses them has the trait `.seeded`.
    ///
    /// - Parameter stream: numbers of different streams differ.
    public init(stream: UInt64 = 0) { self.init(seed: Self.seed ^ stream << 32) }

    /// `FILMGATE_SEED`, or a new seed for each run.
    public static let seed =
        ProcessInfo.processInfo.environment["FILMGATE_SEED"].flatMap { UInt64($0) } ?? .random(in: .min ... .max)

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

extension Trait where Self == IssueHandlingTrait {
    /// Adds the seed to each issue of a test that uses `SeededRandom()`.
    public static var seeded: Self {
        .compactMapIssues { issue in
            var issue = issue
            issue.comments.append("FILMGATE_SEED=\(SeededRandom.seed) makes the same random choices")
            return issue
        }
    }
}
