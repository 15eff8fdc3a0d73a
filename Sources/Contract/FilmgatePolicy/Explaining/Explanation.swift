public import FilmgateModel

/// An explanation of why a client has its access, and why it sees or does not see an asset.
public struct Explanation: Hashable, Sendable {
    /// The fact that determines the client's access.
    public enum Source: Hashable, Sendable {
        /// The client is one of the owner's own tools, which nothing restricts.
        case owner
        /// There is no decision about the client.
        case nobody
        /// The grant of a person or an administrator. Policy does not reduce its statuses.
        case grant(Grantor)
        /// A policy's preset, which applies because there is no decision.
        case preset(PolicyFileLocation)
        /// A policy's ceiling (the highest level that the policy allows), which reduces the client's access.
        case ceiling(PolicyFileLocation)
        /// A mistake in the policy files, because of which only the owner has access.
        case fault(PolicyFileLocation)
        /// The client is paused for this reason, for example because it read unusually much.
        case paused(String)

        /// The name of the source on the bus.
        public var name: String {
            switch self {
            case .owner: "owner"
            case .nobody: "nobody"
            case .grant(let grantor): grantor.rawValue
            case .preset: "preset"
            case .ceiling: "ceiling"
            case .fault: "fault"
            case .paused: "paused"
            }
        }
    }

    /// The fact that determines whether the client sees the asset.
    public enum AssetAccess: String, CaseIterable, Sendable {
        /// No asset has the identifier.
        case unknown
        /// The client may not read anything at all.
        case noAccess = "no-access"
        /// The client sees the whole library.
        case everything
        /// The client sees the whole library, but only its fetches of hidden or trashed assets list this asset.
        case hidden, trashed
        case selected, added
        /// The asset is in a selected album.
        case inAlbum = "in-album"
        /// The asset is selected or added, but hidden: the client can fetch it only by its identifier.
        case named
        /// The asset is selected or added, but in the trash, which a limited client does not see.
        case removed
        case notSelected = "not-selected"
        /// The client sees only assets of the other type.
        case otherMediaType = "other-media-type"

        public var isVisible: Bool {
            switch self {
            case .unknown, .noAccess, .removed, .notSelected, .otherMediaType: false
            case .everything, .hidden, .trashed, .selected, .inAlbum, .added, .named: true
            }
        }
    }

    public let client: ClientID
    public let source: Source
    /// The access to the asset; nil if the explanation is not about an asset.
    public let assetAccess: AssetAccess?
    /// The grant in force.
    public let grant: Grant
    /// The grant that would be in force without a ceiling.
    public let uncapped: Grant
    /// The highest level that policy allows.
    public let ceiling: RuleLevel
    /// The place of the rule that determines the access; nil if no rule determines it.
    public let rule: PolicyFileLocation?
    public let since: Timestamp?
    public let expires: Timestamp?
    /// Whether the stored grant ends when a connection ends.
    public let isOnce: Bool
    /// The rule that keeps a client without a decision from asking the person; nil if no rule does.
    public let silencedBy: PolicyFileLocation?

    public init(_ facts: AccessFacts) {
        client = facts.client
        ceiling = facts.rules.ceiling
        var open = facts.rules
        open.highest = nil
        let owners = Grant(addOnly: .authorized, readWrite: .authorized, rights: .all, grantor: nil)
        uncapped = facts.isOwnersTool ? owners : effective(facts.stored, under: open, for: facts.client.kind)
        let decided = facts.isOwnersTool ? owners : effective(facts.stored, under: facts.rules, for: facts.client.kind)
        let pauseReason = facts.isOwnersTool || !decided.readWrite.allowsReading ? nil : facts.pauseReason
        grant = pauseReason == nil ? decided : decided.paused
        source = pauseReason.map { .paused($0) } ?? Explanation.source(of: facts, grant, uncapped)
        let isOpen = grant.addOnly == .notDetermined || grant.readWrite == .notDetermined
        silencedBy = isOpen && !facts.rules.allowsPrompts ? facts.rules.prompts?.place : nil
        rule =
            switch source {
            case .preset(let place), .ceiling(let place), .fault(let place): place
            case .nobody: silencedBy
            case .owner, .grant, .paused: nil
            }
        (since, expires) =
            switch source {
            case .owner, .nobody: (nil, nil)
            case .paused: (nil, facts.pauseEnds)
            case .grant: (facts.since, facts.expires)
            case .preset, .ceiling, .fault: (facts.policySince, nil)
            }
        isOnce = facts.isOnce
        assetAccess = facts.asset.map { [grant] asset in Explanation.assetAccess(of: asset, under: grant) }
    }

    public var level: Level { Level(grant) }

    /// The origin of the decision that gave or refused the access; nil if there is no decision.
    public var grantor: Grantor? {
        switch source {
        case .owner, .nobody, .paused: nil
        case .grant(let grantor): grantor
        case .preset, .ceiling, .fault: .policy
        }
    }

    /// Whether the client can see the asset, or any assets if the explanation is not about an asset.
    public var isVisible: Bool { assetAccess?.isVisible ?? Explanation.reads(grant.readWrite) }

    private static func source(of facts: AccessFacts, _ grant: Grant, _ uncapped: Grant) -> Source {
        if facts.isOwnersTool { return .owner }
        if let fault = facts.fault { return .fault(fault) }
        let isCapped = grant.addOnly != uncapped.addOnly || grant.readWrite != uncapped.readWrite
        if isCapped, let highest = facts.rules.highest { return .ceiling(highest.place) }
        if uncapped.grantor == .policy, let preset = facts.rules.preset { return .preset(preset.place) }
        return uncapped.grantor.map { .grant($0) } ?? .nobody
    }

    private static func reads(_ status: ReadWriteStatus) -> Bool {
        switch status {
        case .authorized, .limited: true
        case .notDetermined, .restricted, .denied: false
        }
    }

    private static func assetAccess(of asset: AssetFacts, under grant: Grant) -> AssetAccess {
        guard case .known(let hidden, let trashed, let selected, let inAlbum, let added, let mediaType) = asset else {
            return .unknown
        }
        if grant.readWrite.allowsReading, !grant.limits.mediaTypes.contains(mediaType) { return .otherMediaType }
        switch grant.readWrite {
        case .notDetermined, .restricted, .denied: return .noAccess
        case .authorized: return trashed ? .trashed : hidden ? .hidden : .everything
        case .limited:
            guard selected || inAlbum || added else { return .notSelected }
            if trashed { return .removed }
            return hidden ? .named : selected ? .selected : inAlbum ? .inAlbum : .added
        }
    }
}
