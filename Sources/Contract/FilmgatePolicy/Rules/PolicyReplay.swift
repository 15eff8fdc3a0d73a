public import FilmgateModel

/// Decides the calls in an audit log again, under different rules.
///
/// The log does not contain the grants at the time of the calls. For an allowed call, the replay uses the client's
/// current grant. If this grant does not allow the call under the rules in force, the replay uses a grant for
/// everything, so that only the new rules matter.
public struct PolicyReplay: Sendable {
    /// A decision that differs under the new rules, with both outcomes.
    public struct ChangedDecision: Hashable, Sendable {
        public let client: ClientID
        public let operation: AuditEntry.Operation
        public let was: AuditEntry.Outcome
        public let wouldBe: AuditEntry.Outcome
    }

    /// A call of the log.
    public struct Call: Sendable {
        let entry: AuditEntry
        let operation: Operation
        let takes: TripwireKind?
        let opensFiles: Bool

        /// - Parameters:
        ///   - takes: the kind of reading that a tripwire (a limit on reading) counts for the call, or nil.
        ///   - opensFiles: whether the call needs the right to originals.
        public init(_ entry: AuditEntry, _ operation: Operation, takes: TripwireKind?, opensFiles: Bool) {
            self.entry = entry
            self.operation = operation
            self.takes = takes
            self.opensFiles = opensFiles
        }
    }

    private let rules: RuleSet
    private let present: RuleSet
    private var known: [ClientID: (rules: ClientRules, present: ClientRules)] = [:]
    private var counters: [ClientID: [TripwireKind: TripwireCounter]] = [:]
    private var paused: Set<ClientID> = []
    /// The number of calls with each difference.
    public private(set) var differences: [ChangedDecision: UInt64] = [:]

    /// - Parameter present: the rules in force.
    public init(_ rules: RuleSet, insteadOf present: RuleSet) {
        self.rules = rules
        self.present = present
    }

    /// Replays a call that was allowed, or refused by policy. The calls must be in the order of the log.
    ///
    /// - Parameter stored: the client's current grant.
    public mutating func take(_ call: Call, by client: ClientID, given stored: Grant?) {
        let entry = call.entry
        let (rules, present) = known[client] ?? (rules.rules(for: client), present.rules(for: client))
        known[client] = (rules, present)
        let wouldBe: AuditEntry.Outcome
        switch entry.outcome {
        case .allowed:
            let had = Self.outcome(of: call, client, stored, under: present) == .allowed ? stored : .everything
            wouldBe = trips(call, client, rules) ? "paused" : Self.outcome(of: call, client, had, under: rules)
        case "restricted":
            // Only policy causes this outcome.
            wouldBe = Self.outcome(of: call, client, stored, under: rules)
        default: return
        }
        guard wouldBe != entry.outcome else { return }
        let difference = ChangedDecision(
            client: client, operation: entry.operation, was: entry.outcome, wouldBe: wouldBe)
        differences[difference, default: 0] += UInt64(max(1, entry.count))
    }

    /// Returns whether the new rules would have paused the client by now. The client then stays paused, because the
    /// replay does not include decisions that end a pause.
    private mutating func trips(_ call: Call, _ client: ClientID, _ rules: ClientRules) -> Bool {
        if paused.contains(client), call.operation != .createAssets, call.operation != .askForAccess { return true }
        guard let kind = call.takes, let limit = rules.tripwire(kind) else { return false }
        for id in call.entry.ids where !paused.contains(client) {
            let taken = counters[client, default: [:]][kind, default: TripwireCounter()].take(
                AssetID(uuid: id.uuid), at: call.entry.date.rawValue, within: limit)
            if !taken { paused.insert(client) }
        }
        return paused.contains(client)
    }

    private static func outcome(
        of call: Call, _ id: ClientID, _ stored: Grant?, under rules: ClientRules
    ) -> AuditEntry.Outcome {
        let client = Client(id: id, user: 0, isOwnersTool: false, connection: "")
        switch decide(on: call.operation, by: client, given: effective(stored, under: rules, for: id.kind)) {
        case .allow(let visibility), .confirm(let visibility):
            return call.opensFiles && visibility.closesFiles != nil ? "access-denied" : .allowed
        case .refuse(.notDetermined): return "not-determined"
        case .refuse(.restricted): return "restricted"
        case .refuse(.accessDenied), .refuse(.lacking), .refuse(.delegated): return "access-denied"
        }
    }
}

extension Grant {
    fileprivate static let everything = Grant(
        addOnly: .authorized, readWrite: .authorized, rights: .all, grantor: .person)
}
