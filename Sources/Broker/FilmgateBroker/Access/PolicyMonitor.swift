import FilmgateModel
import FilmgatePolicy
import FilmgatePolicyFiles

/// Holds the policy in force, and reads the policy files.
///
/// If any file has an error, no file is used, and the earlier policy stays in force. If there is no earlier policy,
/// only the owner has access.
@BrokerActor final class PolicyMonitor {
    private let layers: PolicyLayers
    private var ruleSet = RuleSet()
    var presentRules: RuleSet { ruleSet }
    /// The cached rules of clients.
    private var known: [ClientID: ClientRules] = [:]
    private var watcher: (@BrokerActor () -> Void)?
    private var readings = 0
    private var lastReading = 0
    private(set) var state: PolicyState
    private let clock: Clock

    /// Reads the files synchronously, because they are few and small, and the broker serves no calls yet.
    init(_ layers: PolicyLayers, clock: Clock) {
        self.layers = layers
        self.clock = clock
        state = PolicyState(standing: .inForce, since: clock.now(), faults: [])
        let reading = layers.read()
        PolicyMonitor.report(reading)
        ruleSet = reading.ruleSet
        if !reading.faults.isEmpty {
            state = PolicyState(standing: .closed, since: state.since, faults: reading.faults)
            Journal.write(.error, "The policy has errors: until they are fixed, only the owner has access.")
        }
    }

    /// Calls `body` whenever a different policy comes into force.
    func watch(_ body: @escaping @BrokerActor () -> Void) { watcher = body }

    func rules(for client: ClientID) -> ClientRules {
        if let rules = known[client] { return rules }
        // A user can create any number of clients, so the size of the cache is limited.
        if known.count >= 1024 { known = [:] }
        let rules = ruleSet.rules(for: client)
        known[client] = rules
        return rules
    }

    /// Reads the files again. If the policy changes, all affected clients have been notified when this returns.
    func reload() async -> PolicyState {
        readings += 1
        let number = readings
        let reading = await PolicyMonitor.read(layers)
        // Ignores this result if a later reading has already ended.
        guard number > lastReading else { return state }
        lastReading = number
        adopt(reading)
        return state
    }

    /// Reads the files outside the event loop, because the disk may be slow.
    @concurrent private static func read(_ layers: PolicyLayers) async -> ParsedPolicy { layers.read() }

    private func adopt(_ reading: ParsedPolicy) {
        PolicyMonitor.report(reading)
        guard reading.faults.isEmpty else {
            let standing: PolicyStatus = state.standing == .closed ? .closed : .kept
            state = PolicyState(standing: standing, since: state.since, faults: reading.faults)
            Journal.write(.error, "The policy has errors and is not used: \(state.consequence).")
            return
        }
        state = PolicyState(standing: .inForce, since: state.since, faults: [])
        if reading.ruleSet != ruleSet {
            state.since = clock.now()
            ruleSet = reading.ruleSet
            known = [:]
            watcher?()
        }
        Journal.write(
            .notice, "The policy was reloaded: \(reading.rules.count) sections in \(reading.files.count) files.")
    }

    private static func report(_ reading: ParsedPolicy) {
        for finding in reading.findings {
            Journal.write(finding.severity == .error ? .error : .warning, finding.description)
        }
    }
}

/// The status of the policy in force, and the errors in the policy files.
public struct PolicyState: Sendable {
    let standing: PolicyStatus
    /// The time at which the policy came into force.
    var since: Timestamp
    /// The errors in the files. If there are any, the files are not used.
    let faults: [RuleFinding]

    /// The problem in one line, for the service manager; nil if there are no errors.
    public var complaint: String? {
        faults.first.map { "The policy has errors; \(consequence). \($0)" }
    }

    var consequence: String {
        standing == .closed ? "only the owner has access" : "the previous policy stays in force"
    }
}
