import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// The tickets of one library that have not been used.
@BrokerActor final class EditTickets {
    private var tickets: [EditTicketText: EditTicket] = [:]
    /// The maximum number of tickets. The oldest end first.
    private static let limit = 100

    func add(_ ticket: EditTicket) -> EditTicketText {
        while tickets.count >= Self.limit, let oldest = tickets.min(by: { $0.value.expires < $1.value.expires }) {
            tickets[oldest.key] = nil
        }
        let text = EditTicketText.random()
        tickets[text] = ticket
        return text
    }

    /// Uses a ticket, so that it cannot be used again. An attempt by a different client does not use it up.
    ///
    /// - Parameters:
    ///   - rules: the policy's current rules for the client.
    ///   - now: the time in microseconds since boot.
    /// - Throws: `accessDenied`, for every reason.
    func take(
        _ text: String, for client: Client, under rules: ClientRules, at now: Int64
    ) throws(WireError) -> EditTicket {
        guard let key = EditTicketText(text), let ticket = tickets[key],
            ticket.isGood(for: client, under: rules, at: now)
        else { throw .badTicket }
        tickets[key] = nil
        return ticket
    }

    /// Drops the tickets of a client whose access is revoked.
    func endAll(of client: ClientID) { tickets = tickets.filter { $0.value.client != client } }
}

/// A ticket as it is sent on the bus: 128 random bits.
struct EditTicketText: LocalIdentifier {
    let uuid: UInt128
}

extension WireError {
    static let badTicket = WireError.accessDeniedBecause(
        "This ticket is unknown, was used, is older than ten minutes, was made for a different app, or was taken back.")
}
