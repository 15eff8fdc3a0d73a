public import FilmgateModel

/// All that somebody decided about a client.
public struct ClientGrants: Sendable {
    /// For all its connections.
    public var own: GrantRecord?
    /// For one connection each, of a client whose name proves nothing: these count where an administrator decided nothing about all.
    public var connections: [GrantRecord]

    public init(own: GrantRecord? = nil, connections: [GrantRecord] = []) {
        self.own = own
        self.connections = connections
    }
}

/// What an administrator's decision changes of a client's access, as policy lets it be: at once, and after the end of every term.
///
/// A grant that ends leaves what stands without it: a preset, or what a person allowed a connection.
public struct GrantTransition: Sendable {
    /// Of what the client can do in the end.
    public let operation: AdminOperation
    /// The highest level that the client has at any time from now on, as far as this decision and policy go. What a person decides
    /// later is not foreseen.
    public let level: Level
    /// Whether that comes only after the end of a term.
    public let isLater: Bool

    /// An administrator's decision about a client.
    ///
    /// - Parameters:
    ///   - level: one that can be set.
    ///   - isForGood: whether it has no end.
    ///   - count: how many assets and albums are selected with it.
    public init(
        setting level: Level, rights: Rights, isForGood: Bool, selecting count: Int, of client: ClientID,
        over before: ClientGrants, under rules: ClientRules
    ) {
        var after = before
        let term: Term? = isForGood ? nil : .until(Timestamp(rawValue: 0), remaining: 0)
        after.own = level.statuses.map { statuses in
            .decided(
                Grant(addOnly: statuses.addOnly, readWrite: statuses.readWrite, rights: rights, grantor: .admin),
                for: .client(client), until: term, before: nil, at: Timestamp(rawValue: 0))
        }
        self.init(from: before, to: after, asking: level, selects: count > 0, of: client.kind, under: rules)
    }

    /// The end of everything that was decided about a client, its selection included.
    public init(resetting client: ClientID, from before: ClientGrants, under rules: ClientRules) {
        self.init(from: before, to: ClientGrants(), asking: nil, selects: false, of: client.kind, under: rules)
    }

    private init(
        from before: ClientGrants, to after: ClientGrants, asking level: Level?, selects: Bool, of kind: ClientKind,
        under rules: ClientRules
    ) {
        // What a ceiling holds back stays in the store, and counts when the ceiling is gone.
        let isCovered = [rules, rules.withoutBounds].allSatisfy { rules in
            ([nil] + before.connections).allSatisfy { connection in
                let earlier = before.timeline(of: connection, kind).map { effective($0, under: rules, for: kind) }
                let left = after.connections.isEmpty ? nil : connection
                let later = after.timeline(of: left, kind).map { effective($0, under: rules, for: kind) }
                return later.allSatisfy { later in
                    earlier.allSatisfy { later.isCovered(by: $0, selects: selects, kind) }
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
    /// What counts for a connection one after the other, whichever term ends first; nil where nobody decided.
    ///
    /// - Parameter connection: what was decided about it alone.
    fileprivate func timeline(of connection: GrantRecord?, _ kind: ClientKind) -> [Grant?] {
        own.phases.flatMap { record in
            kind.isVerified || record?.grant.grantor == .admin
                ? [record?.grant] : connection.phases.map { $0?.grant }
        }
    }
}

extension GrantRecord? {
    /// The record now, and as each of its terms, and all of them, leave it.
    fileprivate var phases: [GrantRecord?] {
        guard let record = self else { return [nil] }
        let terms = record.terms.all
        let ends = terms.map { [$0] } + (terms.isEmpty ? [] : [terms])
        return [record] + ends.map { ended in record.ending { ended.contains($0) } }
    }
}

extension Grant {
    /// Whether it gives nothing that the other does not.
    ///
    /// In doubt it does: two selections are not compared.
    fileprivate func isCovered(by other: Grant, selects: Bool, _ kind: ClientKind) -> Bool {
        if addOnly == .authorized, other.addOnly != .authorized { return false }
        switch (readWrite, other.readWrite) {
        case (.notDetermined, _), (.restricted, _), (.denied, _): return true
        case (.limited, .authorized), (.authorized, .authorized): return rights.isSubset(of: other.rights)
        case (.limited, .limited):
            return !selects && rights.isSubset(of: other.rights)
                && (kind.isVerified || isForAllConnections == other.isForAllConnections)
        case (.authorized, .limited), (.limited, .notDetermined), (.limited, .restricted), (.limited, .denied),
            (.authorized, .notDetermined), (.authorized, .restricted), (.authorized, .denied):
            return false
        }
    }

    /// Whether an unverified client's connections share a selection, and what they add, under it.
    private var isForAllConnections: Bool { grantor != .person }
}

extension ClientRules {
    /// Without what takes from grants that are stored.
    fileprivate var withoutBounds: ClientRules {
        var rules = self
        rules.highest = nil
        if !allowsLocations { rules.locations = nil }
        return rules
    }
}

extension Level {
    /// How much it gives, to be compared.
    fileprivate var reach: Int {
        switch self {
        case .undetermined, .none, .restricted: 0
        case .addOnly: 1
        case .limited: 2
        case .full: 3
        }
    }
}
