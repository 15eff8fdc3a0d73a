public import FilmgateModel

/// All that an account of a client's access is made from.
public struct AccessFacts: Sendable {
    public var client: ClientID
    /// Whether it is connected as one of the owner's own tools.
    public var isOwnersTool: Bool
    /// What a person or an administrator decided and still stands, since when and until when.
    public var stored: Grant?
    public var since: Timestamp?
    public var expires: Timestamp?
    /// Whether it ends with a connection.
    public var isOnce: Bool
    public var rules: ClientRules
    /// Where the policy's mistake is, while its files have one and nobody gets in.
    public var fault: RulePlace?
    /// Since when the policy is in force.
    public var policySince: Timestamp
    /// Nil where no asset is asked about.
    public var asset: AssetStanding?

    public init(
        client: ClientID, isOwnersTool: Bool = false, stored: Grant? = nil, since: Timestamp? = nil,
        expires: Timestamp? = nil, isOnce: Bool = false, rules: ClientRules = ClientRules(), fault: RulePlace? = nil,
        policySince: Timestamp,
        asset: AssetStanding? = nil
    ) {
        self.client = client
        self.isOwnersTool = isOwnersTool
        self.stored = stored
        self.since = since
        self.expires = expires
        self.isOnce = isOnce
        self.rules = rules
        self.fault = fault
        self.policySince = policySince
        self.asset = asset
    }
}

/// How an asset stands to the library and to one holder.
public enum AssetStanding: Hashable, Sendable {
    case unknown
    /// - Parameters:
    ///   - selected: for the holder.
    ///   - inAlbum: that was selected for the holder.
    ///   - added: by the holder.
    case known(hidden: Bool, trashed: Bool, selected: Bool, inAlbum: Bool, added: Bool)
}
