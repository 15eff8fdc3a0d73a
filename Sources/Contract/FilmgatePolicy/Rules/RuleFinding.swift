import FilmgateModel

/// A mistake in a policy, or a rule that probably does not have the intended effect.
public struct RuleFinding: Hashable, Comparable, Sendable, CustomStringConvertible {
    public enum Severity: String, Sendable {
        /// The policy does not come into force.
        case error
        /// The policy comes into force, but a part of it probably does not have the intended effect.
        case warning
    }

    public let place: PolicyFileLocation
    public let severity: Severity
    public let sentence: String

    public init(_ severity: Severity, at place: PolicyFileLocation, _ sentence: String) {
        self.place = place
        self.severity = severity
        self.sentence = sentence
    }

    public static func < (left: RuleFinding, right: RuleFinding) -> Bool {
        (left.place, left.sentence) < (right.place, right.sentence)
    }

    public var description: String { "\(place): \(sentence)" }
}

extension RuleSet {
    /// Warnings about rules without the intended effect: presets above a ceiling, keys that a later section always
    /// overrides, and ceilings that a program can evade by starting as a client of a different kind.
    public var findings: [RuleFinding] {
        rules.indices.flatMap { index in
            [presetAboveCeiling(rules[index])].compactMap { $0 } + overridden(rules[index], by: rules[(index + 1)...])
        } + evadedCeilings
    }

    /// Warnings about ceilings that a program can evade. Programs outside a sandbox can start themselves as clients of
    /// any unverified kind.
    private var evadedCeilings: [RuleFinding] {
        let kinds = ClientKind.allCases.filter { !$0.isVerified }
        let ceilings = kinds.map { kind in
            let rules = rules(covering: .all(of: kind))
            return (kind: kind, highest: rules.highest, level: rules.ceiling)
        }
        return ceilings.compactMap { kind, highest, level in
            let others = ceilings.filter { $0.level > level }
            guard let highest, let most = others.map(\.level).max() else { return nil }
            let names = others.map { "'\($0.kind.rawValue):*'" }.joined(separator: " and ")
            return RuleFinding(
                .warning, at: highest.place,
                "The highest level '\(level.rawValue)' of '\(kind.rawValue):*' does not prevent '\(most.rawValue)': a program "
                    + "outside a sandbox can be started as each of the kinds 'exe', 'app' and 'system'. Set it for \(names), too."
            )
        }
    }

    /// Returns the values that the rules set for every client that a pattern matches.
    private func rules(covering pattern: ClientPattern) -> ClientRules {
        rules.filter { $0.pattern.covers(pattern) }.reduce(into: ClientRules()) { $0.override(with: $1.rules) }
    }

    private func presetAboveCeiling(_ rule: Rule) -> RuleFinding? {
        guard let preset = rule.rules.preset, let level = preset.value else { return nil }
        guard let highest = rules(covering: rule.pattern).highest, level > highest.value else { return nil }
        return RuleFinding(
            .warning, at: preset.place,
            "The preset '\(level.rawValue)' is above the highest level '\(highest.value.rawValue)', which \(highest.place) "
                + "sets, and is reduced to it.")
    }

    private func overridden(_ rule: Rule, by later: ArraySlice<Rule>) -> [RuleFinding] {
        let broader = later.filter { $0.pattern.covers(rule.pattern) }
        return rule.rules.places.compactMap { key, place in
            guard let winner = broader.first(where: { $0.rules.places[key] != nil }) else { return nil }
            return RuleFinding(
                .warning, at: place,
                "'\(key.rawValue)' never applies: the later section [\(winner.pattern)] at "
                    + "\(winner.place) overrides it for all of [\(rule.pattern)]. Put the broader section first.")
        }
    }
}
