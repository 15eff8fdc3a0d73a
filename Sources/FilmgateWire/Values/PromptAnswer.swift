package import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy
package import FilmgateSystem

/// The answer to a prompt: the reply of `Prompt`.
public struct PromptAnswer: Hashable, Sendable {
    public enum Decision: Hashable, Sendable {
        /// Allows all the access that was asked for, or the change to be confirmed.
        case allow
        /// Allows access to these assets, and to the current contents of these albums. Without any, an app can add
        /// photos and sees what it added.
        case limit([ObjectID])
        /// Refuses. For access, this holds until the person changes it.
        case deny
        /// Decides nothing. A change that needs confirmation is refused.
        case dismiss
        /// All assets that an app with limited access may see, not only new ones. For the settings: none, the window opens.
        case done([AssetID])
        /// What the app gets, for a picker.
        indirect case picked(PickAnswer)
    }

    /// How long access lasts.
    public typealias Validity = AccessAnswer.Validity

    public var decision: Decision
    public var validity: Validity
    /// Nil: the default for the kind of app.
    public var rights: Rights?
    public var limits = ContentLimits()
    /// The rule by which a program answered for the person; nil if the person answered.
    public var rule: String?

    public init(_ decision: Decision, validity: Validity = .lasting, rights: Rights? = nil, rule: String? = nil) {
        self.decision = decision
        self.validity = validity
        self.rights = rights
        self.rule = rule
    }

    /// The decision about access; nil if there is none.
    package var accessAnswer: AccessAnswer? {
        switch decision {
        case .allow: AccessAnswer(.allow, rights: rights, limits: limits, validity: validity)
        case .limit(let selection): AccessAnswer(.limit(selection), rights: rights, limits: limits, validity: validity)
        case .deny: AccessAnswer(.deny, rights: rights, limits: limits, validity: validity)
        case .dismiss, .done, .picked: nil
        }
    }
}

// MARK: The contract's form

extension PromptAnswer {
    private enum Key: String { case decision, selection, rights, expires, once, rule }

    private enum Word: String { case allow, limit, deny, dismiss, done, cancel }

    private static let ruleLength = 256

    /// Returns the reply to a prompt of that kind. An answer that does not fit the kind decides nothing.
    ///
    /// - Throws: `Errno` if a long selection does not fit into memory.
    package func options(for kind: AgentPrompt.Kind) throws(Errno) -> Options {
        var options: Options = [:]
        options[Key.decision] = word(for: kind).rawValue
        options[Key.rule] = rule.map { String($0.prefix(Self.ruleLength)) }
        switch (kind, decision) {
        case (.access, .limit(let selection)):
            try IdentifierList.put(selection, as: Key.selection.rawValue, into: &options)
        case (.selection, .done(let selection)):
            try IdentifierList.put(selection, as: Key.selection.rawValue, into: &options)
        case (.pick, .picked(let answer)): try options.put(answer)
        default: break
        }
        guard kind == .access, let answer = accessAnswer else { return options }
        options[Key.rights] = answer.rights?.names
        if answer.limits != ContentLimits() { options.put(answer.limits) }
        switch answer.validity {
        case .lasting: break
        case .until(let moment): options[Key.expires] = moment.rawValue
        case .once: options[Key.once] = true
        }
        return options
    }

    private func word(for kind: AgentPrompt.Kind) -> Word {
        switch (kind, decision) {
        case (.access, .allow), (.confirm, .allow): .allow
        case (.access, .limit): .limit
        case (.access, .deny): .deny
        case (.access, .dismiss), (.access, .done), (.access, .picked): .dismiss
        case (.confirm, .limit), (.confirm, .deny), (.confirm, .dismiss), (.confirm, .done), (.confirm, .picked): .deny
        case (.selection, .done), (.pick, .picked), (.settings, .done): .done
        case (.selection, .allow), (.selection, .limit), (.selection, .deny), (.selection, .dismiss),
            (.selection, .picked), (.pick, .allow), (.pick, .limit), (.pick, .deny), (.pick, .dismiss), (.pick, .done),
            (.settings, .allow), (.settings, .limit), (.settings, .deny), (.settings, .dismiss), (.settings, .picked):
            .cancel
        }
    }

    /// Decodes the reply to a prompt of that kind.
    ///
    /// - Throws: if it is no answer to that. Reading a long selection blocks.
    package init(_ options: Options, to kind: AgentPrompt.Kind) throws {
        var reader = OptionReader(options, of: "the answer")
        let rule = try reader.take(Key.rule, as: String.self)
        guard (rule?.unicodeScalars.count ?? 0) <= Self.ruleLength else {
            throw WireError.invalidArgument("the answer: 'rule' is longer than \(Self.ruleLength) characters.")
        }
        let word: String = try reader.require(Key.decision)
        let decision: Decision?
        var (rights, limits, validity) = (Rights?.none, ContentLimits(), Validity.lasting)
        switch kind {
        case .access:
            let selection = try reader.takeIdentifiers(Key.selection.rawValue, of: ObjectID.self)
            rights = try reader.take(Key.rights, as: RightNames.self)?.rights
            limits = try reader.takeLimits()
            validity = try Self.validity(
                expires: reader.take(Key.expires).map(Timestamp.init(rawValue:)), once: reader.take(Key.once) ?? false)
            decision =
                switch (Word(rawValue: word), selection) {
                case (.allow, nil): .allow
                case (.deny, nil): .deny
                case (.limit, let selection?): .limit(selection)
                case (.dismiss, nil): .dismiss
                default: nil
                }
        case .selection:
            let selection = try reader.takeIdentifiers(Key.selection.rawValue, of: AssetID.self)
            decision =
                switch (Word(rawValue: word), selection) {
                case (.done, let selection?): .done(selection)
                case (.cancel, _): .dismiss
                default: nil
                }
        case .pick:
            let answer = try reader.takePickAnswer()
            decision =
                switch (Word(rawValue: word), answer) {
                case (.done, let answer?): .picked(answer)
                case (.cancel, _): .dismiss
                default: nil
                }
        case .confirm:
            decision =
                switch Word(rawValue: word) {
                case .allow: .allow
                case .deny: .deny
                default: nil
                }
        case .settings:
            decision =
                switch Word(rawValue: word) {
                case .done: .done([])
                case .cancel: .dismiss
                default: nil
                }
        }
        try reader.finish()
        guard let decision else {
            throw WireError.invalidArgument("the answer: '\(quotable(word))' with or without a selection.")
        }
        self.init(decision, rule: rule)
        guard decision != .dismiss else { return }
        (self.rights, self.limits, self.validity) = (rights, limits, validity)
    }

    private static func validity(expires: Timestamp?, once: Bool) throws -> Validity {
        switch (expires, once) {
        case (nil, false): return .lasting
        case (nil, true): return .once
        case (let moment?, false) where Bounds.dates.contains(moment): return .until(moment)
        case (_?, _): throw WireError.invalidArgument("the answer: 'expires' is invalid or combined with 'once'.")
        }
    }
}
