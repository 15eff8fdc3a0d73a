public import FilmgateModel

/// The person's choice of an editor for one asset, which the editor can use once. Only this module creates tickets.
public final class EditTicket: Sendable {
    /// The editor.
    public let client: ClientID
    /// The asset, as the editor gets it: without places, which it does not need.
    public let item: PickedItem
    /// When it expires, in microseconds since boot: setting the wall clock back does not prolong it.
    public let expires: Int64

    /// How long it is valid, in microseconds.
    public static let lifetime: Int64 = 600_000_000

    public var asset: AssetID { item.asset }

    /// Decides whether one of the owner's tools can give a client an asset to edit, independently of the client's own
    /// access.
    ///
    /// - Parameters:
    ///   - rules: the rules of the policy files for the client.
    ///   - now: the time in microseconds since boot.
    /// - Throws: `restricted` if policy forbids it.
    public init(
        for client: ClientID, toEdit asset: AssetID, under rules: ClientRules, at now: Int64
    ) throws(EditTicketRefusal) {
        guard let terms = PickTerms(editing: rules) else { throw .restricted }
        let rights = terms.rights.intersection(.usual(for: client.kind))
        self.client = client
        item = PickedItem(
            asset, Visibility(scope: .item(asset), rights: rights, limits: terms.limits), .current, crop: nil,
            trim: nil, terms: terms)
        expires = now + EditTicket.lifetime
    }

    /// Whether policy lets the client have assets of this type.
    public func allows(_ type: MediaType) -> Bool { item.terms.mediaType == nil || item.terms.mediaType == type }

    /// Whether the client can use it now. Policy must be the same as when the ticket was made.
    public func isGood(for client: Client, under rules: ClientRules, at now: Int64) -> Bool {
        client.id == self.client && now < expires && PickTerms(editing: rules) == item.terms
    }
}

/// Why no ticket was made.
public enum EditTicketRefusal: Error, Hashable, Sendable {
    case restricted
}
