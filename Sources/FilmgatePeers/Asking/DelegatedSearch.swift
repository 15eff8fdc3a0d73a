internal import FilmgateDBus
internal import FilmgateSystem

/// Asks `filmgate-identify`, which may read what the broker may not.
///
/// Lives on the event loop. Of each user four questions are under way at a time, so that one whose files hang keeps nobody
/// else's waiting; the bus lets a connection wait for no more than 128 answers in all.
actor DelegatedSearch: PeerSearch {
    private let connection: Connection
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe connection.loop.asUnownedSerialExecutor() }

    private var lines: [UInt32: Line] = [:]

    private struct Line {
        var underWay = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Names whose new owners may bring an answer where there was none: of the one that is asked, and the broker's own, without
    /// which it is not answered.
    static let answerDependsOn: Set = [IdentifyInterface.busName, IdentifyInterface.broker]

    private static let width = 4
    private static let patience = Duration.seconds(5)

    init(_ connection: Connection) { self.connection = connection }

    func find(_ name: BusName, _ bound: Bound) async -> Outcome {
        let user: UInt32
        do {
            user = try await connection.user(of: name)
        } catch {
            return .unknown(.untold("\(error)"))
        }
        await take(user)
        defer { giveBack(user) }
        guard !Task.isCancelled else { return .unknown(.leftTheBus) }
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

    private func take(_ user: UInt32) async {
        if lines[user, default: Line()].underWay < Self.width {
            lines[user, default: Line()].underWay += 1
        } else {
            await withCheckedContinuation { lines[user, default: Line()].waiting.append($0) }
        }
    }

    private func giveBack(_ user: UInt32) {
        guard var line = lines[user] else { return }
        if line.waiting.isEmpty {
            line.underWay -= 1
            lines[user] = line.underWay == 0 ? nil : line
        } else {
            let next = line.waiting.removeFirst()
            lines[user] = line
            next.resume()
        }
    }
}
