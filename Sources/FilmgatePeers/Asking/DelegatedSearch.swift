internal import FilmgateDBus
internal import FilmgateSystem

/// Asks `filmgate-identify`, which may read what the broker may not.
///
/// Of each user four questions are under way at a time, so that one whose files hang keeps nobody else's waiting; the bus lets a
/// connection wait for no more than 128 answers in all.
struct DelegatedSearch: PeerSearch {
    private let connection: Connection
    /// Of users.
    private let turns: KeyedLimiter<UInt32>

    /// Names whose new owners may bring an answer where there was none: of the one that is asked, and the broker's own, without
    /// which it is not answered.
    static let answerDependsOn: Set = [IdentifyInterface.busName, IdentifyInterface.broker]

    private static let patience = Duration.seconds(5)

    init(_ connection: Connection) {
        self.connection = connection
        turns = KeyedLimiter(width: 4, loop: connection.loop)
    }

    func find(_ name: BusName, _ bound: ProcessConstraint) async -> Outcome {
        let user: UInt32
        do {
            user = try await connection.user(of: name)
        } catch {
            return .unknown(.untold("\(error)"))
        }
        do {
            return try await turns.run(for: user) { await answer(name, bound, of: user) }
        } catch {
            return .unknown(.leftTheBus)
        }
    }

    private func answer(_ name: BusName, _ bound: ProcessConstraint, of user: UInt32) async -> Outcome {
        let (pid, start) = bound.arguments
        do {
            let answer = try await connection.call(
                IdentifyInterface.identify, of: IdentifyInterface.name, at: IdentifyInterface.path,
                on: IdentifyInterface.busName, Arguments(name.rawValue, pid, start),
                options: CallOptions(timeout: Self.patience)
            ).values
            return Outcome(answer, within: bound, of: user)
        } catch {
            return .unknown(.unanswered("\(error)"))
        }
    }
}
