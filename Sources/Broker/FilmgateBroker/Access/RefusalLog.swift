import FilmgateDBus
import FilmgateModel
import FilmgatePeers

/// Writes to the journal the refusals that no audit log records: those of unidentified callers and of callers without
/// a library. Writes each kind of refusal once per connection.
@BrokerActor struct RefusalLog {
    let connections: ConnectionTable
    private static let mostOfConnection = 64

    init(_ connections: ConnectionTable) { self.connections = connections }

    func note(_ reason: IdentificationError, of name: BusName) {
        // Skips a connection that has left the bus, because nothing would remove its notes later.
        guard reason != .notOnTheBus, reason != .leftTheBus else { return }
        note("access", of: name) { "\(name) has no access, because it could not be identified: \(reason)." }
    }

    /// - Parameter user: the user that the caller belongs to.
    func note(_ error: any Error, in call: MethodCall, of user: UInt32) {
        note(call.member, of: call.sender) {
            "\(call.member) of \(call.sender), of user \(user), was refused: \(AuditEntry.Outcome(of: error).rawValue)."
        }
    }

    private func note(_ thing: String, of name: BusName, _ text: () -> String) {
        // `caller` throws if the connection has left the bus. Then nothing is written.
        guard let connection = try? connections.caller(name),
            connection.notedRefusals.count < Self.mostOfConnection, connection.notedRefusals.insert(thing).inserted
        else { return }
        Journal.write(.notice, text())
    }
}
