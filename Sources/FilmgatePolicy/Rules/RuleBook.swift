public import FilmgateModel

/// What a policy says of the clients that a pattern matches: a section of a file.
public struct Rule: Hashable, Sendable {
    public let pattern: ClientPattern
    /// Of the section's first line.
    public let place: RulePlace
    public var rules: ClientRules

    public init(_ pattern: ClientPattern, at place: RulePlace, rules: ClientRules = ClientRules()) {
        self.pattern = pattern
        self.place = place
        self.rules = rules
    }
}

/// All rules in the order in which they are read: of two that say something of the same key, the later is heard.
public struct RuleBook: Hashable, Sendable {
    public let rules: [Rule]

    public init(_ rules: [Rule] = []) { self.rules = rules }

    /// What stands where a policy could not be read: nobody may do anything, and nobody is asked.
    public static func closed(by fault: RulePlace) -> RuleBook {
        var rules = ClientRules()
        rules.highest = Ruled(.none, at: fault)
        rules.prompts = Ruled(false, at: fault)
        return RuleBook([Rule(.all, at: fault, rules: rules)])
    }

    /// What all of them together say of a client.
    public func rules(for client: ClientID) -> ClientRules {
        rules.lazy.filter { $0.pattern.matches(client) }.reduce(into: ClientRules()) { $0.override(with: $1.rules) }
    }
}
