internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePeers
internal import Synchronization

/// Writes down who was refused what where no audit log can hold it: callers that are not identified, and those without a library of
/// their own. Once for each connection and thing, and not without end.
final class RefusalLog: Sendable {
    private static let mostNames = 1_000
    private static let mostOfName = 64
    private let noted = Mutex<[BusName: Set<String>]>([:])

    func note(_ reason: IdentificationError, of name: BusName) {
        note("access", of: name) { "\(name) has no access, for it could not be identified: \(reason)." }
    }

    /// - Parameter user: an identified caller's.
    func note(_ error: any Error, in call: MethodCall, of user: UInt32) {
        note(call.member, of: call.sender) {
            "\(call.member) of \(call.sender), of user \(user), was refused: \(AuditEntry.Outcome(of: error).rawValue)."
        }
    }

    private func note(_ thing: String, of name: BusName, _ text: () -> String) {
        // Nothing is kept of a caller that has left: nobody would take it out again.
        guard !Task.isCancelled else { return }
        let isNew = noted.withLock { noted in
            guard noted[name] != nil || noted.count < Self.mostNames, noted[name, default: []].count < Self.mostOfName
            else { return false }
            return noted[name, default: []].insert(thing).inserted
        }
        if isNew { Journal.write(.notice, text()) }
    }

    func departed(_ name: BusName) { noted.withLock { _ = $0.removeValue(forKey: name) } }
}
