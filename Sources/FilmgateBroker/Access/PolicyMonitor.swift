internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgatePolicyFiles

/// The policy that is in force, and what became of its files when they were last read.
///
/// If a file has an error anywhere, none is followed: the policy from before stays in force as a whole, and if there is none, only the
/// owner gets in.
@BrokerActor final class PolicyMonitor {
    private let layers: PolicyLayers
    private var book = RuleBook()
    /// What the book says of those who called, so that no call reads it anew.
    private var known: [ClientID: ClientRules] = [:]
    private var watcher: (@BrokerActor () -> Void)?
    private var readings = 0
    private var lastReading = 0
    private(set) var state: PolicyState
    private let clock: Clock

    /// Reads the files, which are few and small, before anybody is served.
    init(_ layers: PolicyLayers, clock: Clock) {
        self.layers = layers
        self.clock = clock
        state = PolicyState(standing: .inForce, since: clock.now(), faults: [])
        let reading = layers.read()
        PolicyMonitor.report(reading)
        book = reading.book
        if !reading.faults.isEmpty {
            state = PolicyState(standing: .closed, since: state.since, faults: reading.faults)
            Journal.write(.error, "The policy has errors: until they are gone, nobody but the owner gets in.")
        }
    }

    /// Calls `body` whenever a different policy comes into force.
    func watch(_ body: @escaping @BrokerActor () -> Void) { watcher = body }

    func rules(for client: ClientID) -> ClientRules {
        if let rules = known[client] { return rules }
        // Clients are as many as anybody likes to make.
        if known.count >= 1024 { known = [:] }
        let rules = book.rules(for: client)
        known[client] = rules
        return rules
    }

    /// Reads the files anew. When this returns, everyone concerned was told.
    func reload() async -> PolicyState {
        readings += 1
        let number = readings
        let reading = await PolicyMonitor.read(layers)
        // A reading that began later knows better.
        guard number > lastReading else { return state }
        lastReading = number
        adopt(reading)
        return state
    }

    /// Off the loop: a disk may take its time.
    @concurrent private static func read(_ layers: PolicyLayers) async -> PolicyReading { layers.read() }

    private func adopt(_ reading: PolicyReading) {
        PolicyMonitor.report(reading)
        guard reading.faults.isEmpty else {
            let standing: PolicyState.Standing = state.standing == .closed ? .closed : .kept
            state = PolicyState(standing: standing, since: state.since, faults: reading.faults)
            Journal.write(.error, "The policy has errors and is not taken over: \(state.consequence).")
            return
        }
        state = PolicyState(standing: .inForce, since: state.since, faults: [])
        if reading.book != book {
            state.since = clock.now()
            book = reading.book
            known = [:]
            watcher?()
        }
        Journal.write(
            .notice, "The policy was read anew: \(reading.rules.count) sections in \(reading.files.count) files.")
    }

    private static func report(_ reading: PolicyReading) {
        for finding in reading.findings {
            Journal.write(finding.severity == .error ? .error : .warning, finding.description)
        }
    }
}

/// How the policy stands to its files.
public struct PolicyState: Sendable {
    public enum Standing: String, Sendable {
        /// What the files say.
        case inForce = "in-force"
        /// What they said before they had errors.
        case kept
        /// They have had errors since the start: nobody but the owner gets in.
        case closed
    }

    public let standing: Standing
    /// Since when this broker goes by what is in force.
    var since: Timestamp
    /// What keeps the files from being followed.
    let faults: [RuleFinding]

    /// In a line for the service manager; nil where all is well.
    public var complaint: String? {
        faults.first.map { "The policy has errors, \(consequence). \($0)" }
    }

    var consequence: String {
        standing == .closed ? "nobody but the owner gets in" : "the one from before stays in force"
    }
}
