public import FilmgateModel

/// A section of a policy file. It sets values for the clients that a pattern matches.
public struct Rule: Hashable, Sendable {
    public let pattern: ClientPattern
    /// The place of the section's first line.
    public let place: PolicyFileLocation
    public var rules: ClientRules

    public init(_ pattern: ClientPattern, at place: PolicyFileLocation, rules: ClientRules = ClientRules()) {
        self.pattern = pattern
        self.place = place
        self.rules = rules
    }
}

/// All rules in the order in which they are read. If two rules set the same key, the later one applies.
public struct RuleSet: Hashable, Sendable {
    public let rules: [Rule]

    public init(_ rules: [Rule] = []) { self.rules = rules }

    /// Returns the rules that apply if the policy cannot be read: clients may do nothing, and may not ask for access.
    public static func closed(by fault: PolicyFileLocation) -> RuleSet {
        var rules = ClientRules()
        rules.highest = PolicyValue(.none, at: fault)
        rules.prompts = PolicyValue(false, at: fault)
        return RuleSet([Rule(.all, at: fault, rules: rules)])
    }

    /// Returns the combined values of all rules that match a client.
    public func rules(for client: ClientID) -> ClientRules {
        rules.lazy.filter { $0.pattern.matches(client) }.reduce(into: ClientRules()) { $0.override(with: $1.rules) }
    }
}
