import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// A session in which one connection edits one asset.
@BrokerActor final class EditSession {
    /// The asset's state when the session began.
    let asset: EditableAsset
    /// The picked item of the ticket with which the session began; nil if the client edits with its own access.
    let item: PickedItem?
    private(set) var state = State.open

    enum State {
        case open
        /// The files of the session's result are being read.
        case finishing
        case finished(FinishedEdit)
    }

    init(of asset: EditableAsset, _ item: PickedItem?) {
        self.asset = asset
        self.item = item
    }

    var isOpen: Bool { if case .open = state { true } else { false } }

    var result: FinishedEdit? { if case .finished(let result) = state { result } else { nil } }

    func begin() { state = .finishing }

    /// - Parameter result: nil if finishing failed; the client can then try again.
    func end(with result: FinishedEdit?) { state = result.map { .finished($0) } ?? .open }
}

/// The result of a session, which a batch can commit.
struct FinishedEdit: Sendable {
    /// The asset's state when the session began.
    let asset: EditableAsset
    /// The edit; nil if the session reverts the asset to its original.
    let edit: AssetEdit?
    /// The cost of copying and reading the edit's files.
    let cost: ContentCost

    /// The change with which a batch commits the edit.
    var change: StoreChange { edit.map { .setContent(asset.id, $0) } ?? .revertContent(asset.id, from: asset) }
}

/// The unused tickets of one library. A ticket lets one client edit one asset.
@BrokerActor final class EditTickets {
    private var tickets: [EditTicketText: EditTicket] = [:]
    /// The maximum number of tickets. If there are more, the oldest are removed.
    private static let limit = 100

    func add(_ ticket: EditTicket) -> EditTicketText {
        while tickets.count >= Self.limit, let oldest = tickets.min(by: { $0.value.expires < $1.value.expires }) {
            tickets[oldest.key] = nil
        }
        let text = EditTicketText.random()
        tickets[text] = ticket
        return text
    }

    /// Uses up a ticket. An attempt that is refused does not use up the ticket.
    ///
    /// - Parameters:
    ///   - rules: the policy's current rules for the client.
    ///   - now: the time in microseconds since boot.
    /// - Throws: `accessDenied`, with the same message for every reason.
    func take(
        _ text: String, for client: Client, under rules: ClientRules, at now: Int64
    ) throws(WireError) -> EditTicket {
        guard let key = EditTicketText(text), let ticket = tickets[key],
            ticket.isGood(for: client, under: rules, at: now)
        else { throw .badTicket }
        tickets[key] = nil
        return ticket
    }

    /// Removes the tickets of a client whose access is revoked.
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
