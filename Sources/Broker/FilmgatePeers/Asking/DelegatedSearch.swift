import FilmgateDBus
import FilmgateSystem

/// Asks `filmgate-identify`, which may read processes that the broker may not read.
///
/// Sends at most four requests about each user at the same time, so that a user whose files hang does not delay other
/// users: the bus lets a connection wait for at most 128 replies.
struct DelegatedSearch: PeerSearch {
    private let connection: Connection
    /// Limits the requests about each user.
    private let turns: KeyedLimiter<UInt32>

    /// The names whose new owners may make an earlier failed request succeed: that of `filmgate-identify`, and the
    /// broker's own, because `filmgate-identify` answers only its owner.
    static let answerDependsOn: Set = [IdentifyInterface.busName, IdentifyInterface.broker]

    private static let timeLimit = Duration.seconds(5)

    init(_ connection: Connection) {
        self.connection = connection
        turns = KeyedLimiter(width: 4, loop: connection.loop)
    }

    func find(_ name: BusName, _ constraint: ProcessConstraint) async -> IdentificationResult {
        let user: UInt32
        do {
            user = try await connection.user(of: name)
        } catch {
            return .unknown(.missingCredentials("\(error)"))
        }
        do {
            return try await turns.run(for: user) { await answer(name, constraint, of: user) }
        } catch {
            return .unknown(.leftTheBus)
        }
    }

    private func answer(_ name: BusName, _ constraint: ProcessConstraint, of user: UInt32) async -> IdentificationResult
    {
        let (pid, start) = constraint.arguments
        do {
            let answer = try await connection.call(
                IdentifyInterface.identify, of: IdentifyInterface.name, at: IdentifyInterface.path,
                on: IdentifyInterface.busName, Arguments(name.rawValue, pid, start),
                options: CallOptions(timeout: Self.timeLimit)
            ).values
            return IdentificationResult(answer, within: constraint, of: user)
        } catch {
            return .unknown(.unanswered("\(error)"))
        }
    }
}
