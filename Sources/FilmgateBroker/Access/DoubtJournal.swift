internal import FilmgateDBus
internal import FilmgatePeers
internal import Synchronization

/// Writes down why callers are not identified: once for each connection, and not without end.
final class DoubtJournal: Sendable {
    private static let mostNames = 1_000
    private let noted = Mutex<Set<BusName>>([])

    func note(_ doubt: Doubt, of name: BusName) {
        let isNew = noted.withLock { noted in
            noted.count < DoubtJournal.mostNames && noted.insert(name).inserted
        }
        if isNew { Journal.write(.notice, "\(name) has no access, for it could not be identified: \(doubt).") }
    }

    func departed(_ name: BusName) { noted.withLock { _ = $0.remove(name) } }
}
