public import FilmgateModel

/// A stored item of a lasting pick, which the client can open again on any of its connections.
public struct KeptItem: Hashable, Sendable {
    public let handle: PickHandle
    public let client: ClientID
    public let asset: AssetID
    /// The client's rights to the item when the person picked it; `limits` has the limits at that time.
    public let rights: Rights
    public let limits: ContentLimits
    public let representation: PickerConfiguration.Representation
    public let crop: UnitRectangle?
    /// The range of the video that the client gets, in seconds.
    public let trim: Range<Double>?
    public let pickedTime: Timestamp
    public let lastUsed: Timestamp

    /// The maximum number of kept items of a client. If there are more, the least recently used items are deleted.
    public static let mostOfClient = 2_000

    public init(
        _ handle: PickHandle, of client: ClientID, _ asset: AssetID, rights: Rights, limits: ContentLimits,
        _ representation: PickerConfiguration.Representation, crop: UnitRectangle?, trim: Range<Double>?,
        picked pickedTime: Timestamp, lastUsed: Timestamp
    ) {
        self.handle = handle
        self.client = client
        self.asset = asset
        self.rights = rights
        self.limits = limits
        self.representation = representation
        self.crop = crop
        self.trim = trim
        self.pickedTime = pickedTime
        self.lastUsed = lastUsed
    }

    /// The kinds of metadata that are removed from the files that the client gets. Policy may remove more.
    public var removed: Set<MetadataKind> {
        Visibility(scope: .item(asset), rights: rights, limits: limits).redactedKinds
    }
}

extension PickedItem {
    /// Returns the form of the item that is stored after a lasting pick.
    public func kept(as handle: PickHandle, for client: ClientID, at now: Timestamp) -> KeptItem {
        KeptItem(
            handle, of: client, asset, rights: visibility.rights, limits: visibility.limits, representation,
            crop: crop, trim: trim, picked: now, lastUsed: now)
    }

    /// Creates the item again from its stored form. The rights and limits are at most those of the pick, and at most
    /// those that policy allows now.
    ///
    /// Returns nil if the item belongs to a different client, or if policy does not allow the client any picked items.
    ///
    /// - Parameter rules: the rules of the policy files for the client.
    public convenience init?(_ kept: KeptItem, for client: Client, under rules: ClientRules) {
        guard kept.client == client.id, !client.isOwnersTool, let terms = PickedItemPermissions(rules) else {
            return nil
        }
        self.init(
            kept.asset,
            Visibility(
                scope: .item(kept.asset), rights: kept.rights.intersection(terms.rights),
                limits: kept.limits.intersection(terms.limits)),
            kept.representation, crop: kept.crop, trim: kept.trim, terms: terms)
    }

    /// Returns whether policy lets the client get assets of this type.
    public func allows(_ type: MediaType) -> Bool { visibility.limits.mediaTypes.contains(type) }
}

extension Client {
    /// Returns whether the client can keep items. On the system bus, only verified clients can, because any program
    /// could claim an unverified name and open the items. The owner's tools do not need kept items.
    public func canKeepItems(among owners: Owners) -> Bool {
        switch owners {
        case .only: !isOwnersTool
        case .everyUser: !isOwnersTool && isVerified
        }
    }
}
