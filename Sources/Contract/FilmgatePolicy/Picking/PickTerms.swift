public import FilmgateModel

/// What the policy files let the person hand to a client, whatever the client's own access is.
public struct PickTerms: Hashable, Sendable {
    let rights: Rights
    let limits: ContentLimits

    /// Everything.
    public static let unlimited = PickTerms(rights: .reading, limits: ContentLimits())

    private init(rights: Rights, limits: ContentLimits) {
        self.rights = rights
        self.limits = limits
    }

    /// Returns nil if policy lets the client ask nobody, or read nothing.
    public init?(_ rules: ClientRules) {
        guard rules.allowsPrompts, rules.ceiling >= .limited else { return nil }
        self.init(rights: rules.mostRights.intersection(.reading), limits: rules.limits)
    }

    /// What the policy files let the person give a client to edit.
    ///
    /// Returns nil if policy lets the client ask nobody, or forbids it to change photos or to have originals.
    public init?(editing rules: ClientRules) {
        guard let terms = PickTerms(rules), rules.mostRights.contains(.write), terms.limits.maxPixels == nil,
            terms.rights.contains(.originals)
        else { return nil }
        self = terms
    }

    /// The only type of asset that the person can pick; nil for all types.
    public var mediaType: MediaType? { limits.mediaTypes == MediaType.all ? nil : limits.mediaTypes.first }
}
