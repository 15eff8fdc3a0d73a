import FilmgateDBus
import FilmgateModel
import FilmgatePeers

/// Writes those refusals to the journal that no audit log records: refusals of unidentified callers and of callers
/// without a library. Writes each kind of refusal once per connection.
@BrokerActor struct RefusalLog {
    let connections: ConnectionTable
    private static let mostOfConnection = 64

    init(_ connections: ConnectionTable) { self.connections = connections }

    func note(_ reason: IdentificationError, of name: BusName) {
        // Nothing is noted about a connection that has already left, because the notes would never be dropped.
        guard reason != .notOnTheBus, reason != .leftTheBus else { return }
        note("access", of: name) { "\(name) has no access, because it could not be identified: \(reason)." }
    }

    /// - Parameter user: the user of an identified caller.
    func note(_ error: any Error, in call: MethodCall, of user: UInt32) {
        note(call.member, of: call.sender) {
            "\(call.member) of \(call.sender), of user \(user), was refused: \(AuditEntry.Outcome(of: error).rawValue)."
        }
    }

    private func note(_ thing: String, of name: BusName, _ text: () -> String) {
        // Writes nothing about a connection that has left the bus.
        guard let connection = try? connections.caller(name),
            connection.notedRefusals.count < Self.mostOfConnection, connection.notedRefusals.insert(thing).inserted
        else { return }
        Journal.write(.notice, text())
    }
}
