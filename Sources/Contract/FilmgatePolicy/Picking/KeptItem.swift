public import FilmgateModel

/// A stored item of a lasting pick, which the client can open again on each of its connections.
public struct KeptItem: Hashable, Sendable {
    public let handle: PickHandle
    public let client: ClientID
    public let asset: AssetID
    /// The rights and limits of the item when it was picked.
    public let rights: Rights
    public let limits: ContentLimits
    public let representation: PickerConfiguration.Representation
    public let crop: UnitRectangle?
    /// In seconds.
    public let trim: Range<Double>?
    public let pickedTime: Timestamp
    public let lastUsed: Timestamp

    /// The most items of a client. Those that it did not use for the longest time end first.
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

    /// The kinds of metadata that are removed from the client's files, unless policy removes more.
    public var removed: Set<MetadataKind> {
        Visibility(scope: .item(asset), rights: rights, limits: limits).redactedKinds
    }
}

extension PickedItem {
    /// Returns what is stored of an item of a lasting pick.
    public func kept(as handle: PickHandle, for client: ClientID, at now: Timestamp) -> KeptItem {
        KeptItem(
            handle, of: client, asset, rights: visibility.rights, limits: visibility.limits, representation,
            crop: crop, trim: trim, picked: now, lastUsed: now)
    }

    /// Creates the item again from what is stored of it. The client gets no more than when the person picked it, and no
    /// more than policy allows now.
    ///
    /// Returns nil if it is a different client's, and if policy allows nothing.
    ///
    /// - Parameter rules: the rules of the policy files for the client.
    public convenience init?(_ kept: KeptItem, for client: Client, under rules: ClientRules) {
        guard kept.client == client.id, !client.isOwnersTool, let terms = PickTerms(rules) else { return nil }
        self.init(
            kept.asset,
            Visibility(
                scope: .item(kept.asset), rights: kept.rights.intersection(terms.rights),
                limits: kept.limits.intersection(terms.limits)),
            kept.representation, crop: kept.crop, trim: kept.trim, terms: terms)
    }

    /// Whether policy lets the client have assets of this type.
    public func allows(_ type: MediaType) -> Bool { visibility.limits.mediaTypes.contains(type) }
}

extension Client {
    /// Whether items can be kept for the client: on the system bus only if its name is verified, because each program
    /// that claims the name could open them. The owner's tools need none.
    public func canKeepItems(among owners: Owners) -> Bool {
        switch owners {
        case .only: !isOwnersTool
        case .everyUser: !isOwnersTool && isVerified
        }
    }
}
