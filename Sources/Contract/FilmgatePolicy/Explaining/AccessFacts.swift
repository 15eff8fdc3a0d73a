public import FilmgateModel

/// The values from which an explanation of a client's access is made.
public struct AccessFacts: Sendable {
    public var client: ClientID
    /// Whether it is connected as one of the owner's own tools.
    public var isOwnersTool: Bool
    /// The grant of a person or an administrator that is in force, with its start and its end.
    public var stored: Grant?
    public var since: Timestamp?
    public var expires: Timestamp?
    /// Whether the stored grant ends with a connection.
    public var isOnce: Bool
    public var rules: ClientRules
    /// The place of a mistake in the policy files. As long as there is a mistake, only the owner has access.
    public var fault: RulePlace?
    /// Why the client is paused; nil if it is not.
    public var pauseReason: String?
    /// When the pause ends by itself; nil: never.
    public var pauseEnds: Timestamp?
    /// When the policy came into force.
    public var policySince: Timestamp
    /// Nil if the question is not about an asset.
    public var asset: AssetFacts?

    public init(
        client: ClientID, isOwnersTool: Bool = false, stored: Grant? = nil, since: Timestamp? = nil,
        expires: Timestamp? = nil, isOnce: Bool = false, rules: ClientRules = ClientRules(), fault: RulePlace? = nil,
        policySince: Timestamp,
        asset: AssetFacts? = nil
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

/// The values that decide whether one holder sees an asset.
public enum AssetFacts: Hashable, Sendable {
    /// The library has no such asset.
    case unknown
    /// - Parameters:
    ///   - selected: whether it is selected for the holder.
    ///   - inAlbum: whether it is in an album that is selected for the holder.
    ///   - added: whether the holder added it.
    case known(
        hidden: Bool, trashed: Bool, selected: Bool, inAlbum: Bool, added: Bool, mediaType: MediaType = .image)
}
