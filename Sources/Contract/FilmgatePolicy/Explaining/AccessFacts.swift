public import FilmgateModel

/// The values that an `Explanation` of a client's access is based on.
public struct AccessFacts: Sendable {
    public var client: ClientID
    /// Whether the client is connected as one of the owner's own tools, such as filmgatectl.
    public var isOwnersTool: Bool
    /// The grant in force that a person or an administrator made. It began at `since`, and ends at `expires`.
    public var stored: Grant?
    public var since: Timestamp?
    public var expires: Timestamp?
    /// Whether the stored grant ends when a connection ends.
    public var isOnce: Bool
    public var rules: ClientRules
    /// The place of the first mistake in the policy files if, because of it, only the owner has access; otherwise nil.
    public var fault: PolicyFileLocation?
    /// The reason why the client is paused, so that it cannot read; nil if it is not paused.
    public var pauseReason: String?
    /// The time at which the pause ends without a decision about the client; nil means never.
    public var pauseEnds: Timestamp?
    /// The time at which the policy came into force.
    public var policySince: Timestamp
    /// The facts about the asset; nil if the explanation is not about an asset.
    public var asset: AssetFacts?

    public init(
        client: ClientID, isOwnersTool: Bool = false, stored: Grant? = nil, since: Timestamp? = nil,
        expires: Timestamp? = nil, isOnce: Bool = false, rules: ClientRules = ClientRules(),
        fault: PolicyFileLocation? = nil,
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

/// The values that determine whether a holder sees an asset.
public enum AssetFacts: Hashable, Sendable {
    /// The library does not contain the asset.
    case unknown
    /// - Parameters:
    ///   - selected: whether the asset is selected for the holder.
    ///   - inAlbum: whether the asset is in an album that is selected for the holder.
    ///   - added: whether the holder added the asset.
    case known(
        hidden: Bool, trashed: Bool, selected: Bool, inAlbum: Bool, added: Bool, mediaType: MediaType = .image)
}
