public import FilmgateModel

/// The stored grants of a client.
public struct ClientGrants: Sendable {
    /// The grant for all of the client's connections.
    public var own: GrantRecord?
    /// The grants for single connections of an unverified client. These count only if no administrator has decided
    /// about the whole client.
    public var connections: [GrantRecord]

    public init(own: GrantRecord? = nil, connections: [GrantRecord] = []) {
        self.own = own
        self.connections = connections
    }
}

/// The effect of an administrator's decision on a client's access under the policy: now, and after the end of each term
/// (the time or event that ends a status).
///
/// When a grant ends, a policy's preset, or a person's grant to one connection, can apply in its place.
public struct GrantTransition: Sendable {
    /// `extend` if the decision gives the client more access at any time, and `takeBack` if it does not.
    public let operation: AdminOperation
    /// The highest level that the client reaches at any time under this decision and the policy. Ignores later
    /// decisions of a person.
    public let level: Level
    /// Whether the client reaches `level` only after the end of a term.
    public let isLater: Bool

    /// Creates the transition that sets the level of a client.
    ///
    /// - Parameters:
    ///   - level: a level that can be set.
    ///   - isForGood: whether the grant never ends.
    ///   - count: the number of assets and albums that the decision selects.
    public init(
        setting level: Level, rights: Rights, limits: ContentLimits = ContentLimits(), isForGood: Bool,
        selecting count: Int, of client: ClientID, over before: ClientGrants, under rules: ClientRules
    ) {
        var after = before
        let term: GrantTerm? = isForGood ? nil : .until(Timestamp(rawValue: 0), remaining: 0)
        after.own = level.grant(rights, limits).map { grant in
            .decided(grant, for: .client(client), until: term, before: nil, at: Timestamp(rawValue: 0))
        }
        self.init(
            from: before, to: after, asking: level, selects: count > 0, of: client.kind, under: rules,
            pairs: ([nil] + before.connections).map { ($0, $0) })
    }

    /// Creates the transition that removes all decisions about a client, including its selection.
    public init(resetting client: ClientID, from before: ClientGrants, under rules: ClientRules) {
        self.init(
            from: before, to: ClientGrants(), asking: nil, selects: false, of: client.kind, under: rules,
            pairs: ([nil] + before.connections).map { ($0, nil) })
    }

    /// Creates the transition that replaces all decisions about a client with those in a backup.
    ///
    /// - Parameters:
    ///   - showsMore: whether the client's selection would contain more than before.
    ///   - turned: the media types whose assets would get files that now belong only to assets of the other type.
    ///   - addedMore: whether the client would become the creator of files that so far only other clients have added.
    public init(
        restoring client: ClientID, from before: ClientGrants, to after: ClientGrants, showsMore: Bool,
        turned: Set<MediaType> = [], addedMore: Bool = false, under rules: ClientRules
    ) {
        let holders = Set((before.connections + after.connections).map(\.holder))
        self.init(
            from: before, to: after, asking: nil, selects: showsMore, turned: turned, addedMore: addedMore,
            of: client.kind, under: rules,
            pairs: [(nil, nil)]
                + holders.map { holder in
                    (before.connections.first { $0.holder == holder }, after.connections.first { $0.holder == holder })
                })
    }

    /// - Parameter pairs: each connection's own grant before and after the decision; nil if there is none.
    private init(
        from before: ClientGrants, to after: ClientGrants, asking level: Level?, selects: Bool,
        turned: Set<MediaType> = [], addedMore: Bool = false, of kind: ClientKind, under rules: ClientRules,
        pairs: [(GrantRecord?, GrantRecord?)]
    ) {
        // Also checks without the rules that reduce grants. The stored grant is not reduced, so it gives its full
        // access again when an administrator removes these rules.
        let isCovered = [rules, rules.withoutBounds].allSatisfy { rules in
            pairs.allSatisfy { connection, left in
                let earlier = before.timeline(of: connection, kind).map { effective($0, under: rules, for: kind) }
                let later = after.timeline(of: left, kind).map { effective($0, under: rules, for: kind) }
                return later.allSatisfy { later in
                    !(addedMore && later.givesAccess)
                        && earlier.allSatisfy { later.isCovered(by: $0, selects: selects, turned: turned, kind) }
                }
            }
        }
        operation = isCovered ? .takeBack : .extend
        let levels = ([nil] + after.connections).flatMap { connection in
            after.timeline(of: connection, kind).map { Level(effective($0, under: rules, for: kind)) }
        }
        let first = level ?? levels.first ?? .undetermined
        self.level = levels.reduce(first) { $1.reach > $0.reach ? $1 : $0 }
        isLater = self.level != first
    }
}

extension ClientGrants {
    /// Returns the grants that can apply to a connection over time, whichever term ends first. Nil means no decision.
    ///
    /// - Parameter connection: the connection's own grant.
    fileprivate func timeline(of connection: GrantRecord?, _ kind: ClientKind) -> [Grant?] {
        own.phases.flatMap { record in
            kind.isVerified || record?.grant.grantor == .admin
                ? [record?.grant] : connection.phases.map { $0?.grant }
        }
    }
}

extension GrantRecord? {
    /// The present record, the record after the end of each term alone, and the record after the end of all terms.
    fileprivate var phases: [GrantRecord?] {
        guard let record = self else { return [nil] }
        let terms = record.terms.all
        let ends = terms.map { [$0] } + (terms.isEmpty ? [] : [terms])
        return [record] + ends.map { ended in record.ending { ended.contains($0) } }
    }
}

extension Grant {
    /// Returns whether this grant gives at most the access of the other grant.
    ///
    /// If both grants are limited, a new selection counts as more access, because selections are not compared. If the
    /// other grant is full but shows only one media type, files that move to assets of this type count as more access.
    fileprivate func isCovered(by other: Grant, selects: Bool, turned: Set<MediaType>, _ kind: ClientKind) -> Bool {
        if addOnly == .authorized, other.addOnly != .authorized { return false }
        switch (readWrite, other.readWrite) {
        case (.notDetermined, _), (.restricted, _), (.denied, _): return true
        case (.limited, .authorized), (.authorized, .authorized):
            let types = other.limits.mediaTypes
            return readsWithin(other) && (types == MediaType.all || types.isDisjoint(with: turned))
        case (.limited, .limited):
            return !selects && readsWithin(other)
                && (kind.isVerified || isForAllConnections == other.isForAllConnections)
        case (.authorized, .limited), (.limited, .notDetermined), (.limited, .restricted), (.limited, .denied),
            (.authorized, .notDetermined), (.authorized, .restricted), (.authorized, .denied):
            return false
        }
    }

    fileprivate var givesAccess: Bool {
        addOnly == .authorized || readWrite == .limited || readWrite == .authorized
    }

    private func readsWithin(_ other: Grant) -> Bool {
        rights.isSubset(of: other.rights) && limits.areWithin(other.limits)
    }

    /// Whether all connections of an unverified client share a selection and a set of added assets under this grant.
    private var isForAllConnections: Bool { grantor != .person }
}

extension ClientRules {
    /// These rules without the rules that reduce stored grants.
    fileprivate var withoutBounds: ClientRules {
        var rules = self
        (rules.highest, rules.rights, rules.maxPixels, rules.mediaTypes) = (nil, nil, nil, nil)
        switch rules.locations.map(\.value) {
        case .some(.some(.exact)), nil: break
        // Removes only the rounding. Without any value, a preset would not include the right to locations.
        case .some(.some(.town)): rules.locations = rules.locations.map { PolicyValue(.exact, at: $0.place) }
        case .some(.none): rules.locations = nil
        }
        return rules
    }
}

extension Level {
    /// Returns an administrator's grant of this level, or nil for a level that cannot be set.
    public func grant(_ rights: Rights, _ limits: ContentLimits) -> Grant? {
        statuses.map { statuses in
            Grant(
                addOnly: statuses.addOnly, readWrite: statuses.readWrite, rights: rights, limits: limits,
                grantor: .admin)
        }
    }

    /// The rank of the level, for comparisons.
    fileprivate var reach: Int {
        switch self {
        case .undetermined, .none, .restricted: 0
        case .addOnly: 1
        case .limited: 2
        case .full: 3
        }
    }
}
