/// Something that is wrong with a policy, or that its author can hardly have meant.
public struct RuleFinding: Hashable, Comparable, Sendable, CustomStringConvertible {
    public enum Severity: String, Sendable {
        /// The policy is not taken over.
        case error
        /// It is, but part of it does not do what it seems to.
        case warning
    }

    public let place: RulePlace
    public let severity: Severity
    public let sentence: String

    public init(_ severity: Severity, at place: RulePlace, _ sentence: String) {
        self.place = place
        self.severity = severity
        self.sentence = sentence
    }

    public static func < (left: RuleFinding, right: RuleFinding) -> Bool {
        (left.place, left.sentence) < (right.place, right.sentence)
    }

    public var description: String { "\(place): \(sentence)" }
}

extension RuleBook {
    /// What is said in vain: presets that a ceiling takes down, and keys that a later section always decides anew.
    public var findings: [RuleFinding] {
        rules.indices.flatMap { index in
            [presetAboveCeiling(rules[index])].compactMap { $0 } + overridden(rules[index], by: rules[(index + 1)...])
        }
    }

    private func presetAboveCeiling(_ rule: Rule) -> RuleFinding? {
        guard let preset = rule.rules.preset, let level = preset.value else { return nil }
        // What holds for every client that the rule is about, whatever else is said of some of them.
        let certain = rules.filter { $0.pattern.covers(rule.pattern) }.reduce(into: ClientRules()) {
            $0.override(with: $1.rules)
        }
        guard let highest = certain.highest, level > highest.value else { return nil }
        return RuleFinding(
            .warning, at: preset.place,
            "The preset '\(level.rawValue)' is above the highest level '\(highest.value.rawValue)', which \(highest.place) "
                + "sets, and comes down to it.")
    }

    private func overridden(_ rule: Rule, by later: ArraySlice<Rule>) -> [RuleFinding] {
        let broader = later.filter { $0.pattern.covers(rule.pattern) }
        return rule.rules.places.compactMap { key, place in
            guard let winner = broader.first(where: { $0.rules.places[key] != nil }) else { return nil }
            return RuleFinding(
                .warning, at: place,
                "'\(key.rawValue)' never applies: the later section [\(winner.pattern)] at "
                    + "\(winner.place) decides it for all of [\(rule.pattern)]. Put the broader section first.")
        }
    }
}
