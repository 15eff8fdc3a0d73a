public import FilmgateModel

/// Proof that the person chose an editor, which is an app, for one asset. The editor can use the ticket once.
public final class EditTicket: Sendable {
    /// The editor.
    public let client: ClientID
    /// The asset as the editor gets it, with at most the default rights for the editor's kind of client.
    public let item: PickedItem
    /// The time at which the ticket expires, in microseconds since boot, so that setting the wall clock back does not
    /// prolong the ticket's validity.
    public let expires: Int64

    /// The time for which a ticket is valid, in microseconds.
    public static let lifetime: Int64 = 600_000_000

    public var asset: AssetID { item.asset }

    /// Creates the ticket with which one of the owner's tools gives a client an asset to edit. The client's own access
    /// does not matter.
    ///
    /// - Parameters:
    ///   - rules: the rules of the policy files for the client.
    ///   - now: the time in microseconds since boot.
    /// - Throws: `restricted` if policy forbids the editing.
    public init(
        for client: ClientID, toEdit asset: AssetID, under rules: ClientRules, at now: Int64
    ) throws(EditTicketRefusal) {
        guard let terms = PickedItemPermissions(editing: rules) else { throw .restricted }
        let rights = terms.rights.intersection(.usual(for: client.kind))
        self.client = client
        item = PickedItem(
            asset, Visibility(scope: .item(asset), rights: rights, limits: terms.limits), .current, crop: nil,
            trim: nil, terms: terms)
        expires = now + EditTicket.lifetime
    }

    /// Returns whether policy lets the client get assets of this type.
    public func allows(_ type: MediaType) -> Bool { item.terms.mediaType == nil || item.terms.mediaType == type }

    /// Returns whether the client can use the ticket now: false for a different client, after expiry, and if policy now
    /// has different terms.
    public func isGood(for client: Client, under rules: ClientRules, at now: Int64) -> Bool {
        client.id == self.client && now < expires && PickedItemPermissions(editing: rules) == item.terms
    }
}

/// The reason why a ticket was not created.
public enum EditTicketRefusal: Error, Hashable, Sendable {
    case restricted
}
