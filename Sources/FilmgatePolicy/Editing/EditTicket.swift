public import FilmgateModel

/// The person's choice of an editor for one asset, which the editor takes up once. Only this module makes one.
public final class EditTicket: Sendable {
    /// The editor.
    public let client: ClientID
    /// The asset, as the editor gets it: without the places that it need not know.
    public let item: PickedItem
    /// When it can no longer be taken up.
    public let expires: Timestamp

    /// In seconds.
    public static let lifetime: Int64 = 600

    public var asset: AssetID { item.asset }

    /// Decides whether one of the owner's tools can give a client an asset to edit, whatever the client's own access is.
    ///
    /// - Parameter rules: what the policy files say about the client.
    /// - Throws: `restricted` if policy forbids it.
    public init(
        for client: ClientID, toEdit asset: AssetID, under rules: ClientRules, at now: Timestamp
    ) throws(EditTicketRefusal) {
        guard let terms = PickTerms(rules), rules.mostRights.contains(.write), terms.limits.maxPixels == nil,
            terms.rights.contains(.originals)
        else { throw .restricted }
        let rights = terms.rights.intersection(.usual(for: client.kind))
        self.client = client
        item = PickedItem(
            asset, Visibility(scope: .item(asset), rights: rights, limits: terms.limits), .current, crop: nil,
            trim: nil, terms: terms)
        expires = now.advanced(bySeconds: EditTicket.lifetime)
    }

    /// Whether the client can take it up now.
    public func isGood(for client: Client, at now: Timestamp) -> Bool { client.id == self.client && now < expires }
}

/// Why there is no ticket.
public enum EditTicketRefusal: Error, Hashable, Sendable {
    case restricted
}
