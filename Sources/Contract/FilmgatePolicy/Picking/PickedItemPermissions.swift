public import FilmgateModel

/// The rights and limits of items that the person picks for a client, whatever the client's own access is.
public struct PickedItemPermissions: Hashable, Sendable {
    let rights: Rights
    let limits: ContentLimits

    /// The terms that limit nothing.
    public static let unlimited = PickedItemPermissions(rights: .reading, limits: ContentLimits())

    private init(rights: Rights, limits: ContentLimits) {
        self.rights = rights
        self.limits = limits
    }

    /// Returns nil if policy forbids the client's prompts, or does not let the client read anything.
    public init?(_ rules: ClientRules) {
        guard rules.allowsPrompts, rules.ceiling >= .limited else { return nil }
        self.init(rights: rules.mostRights.intersection(.reading), limits: rules.limits)
    }

    /// Creates the terms for assets that the person gives a client to edit.
    ///
    /// Returns nil if policy forbids the client's prompts, changing photos, or originals.
    public init?(editing rules: ClientRules) {
        guard let terms = PickedItemPermissions(rules), rules.mostRights.contains(.write),
            terms.limits.maxPixels == nil,
            terms.rights.contains(.originals)
        else { return nil }
        self = terms
    }

    /// The only type of asset that the person can pick; nil means all types.
    public var mediaType: MediaType? { limits.mediaTypes == MediaType.all ? nil : limits.mediaTypes.first }
}
