package import FilmgateDBus
package import FilmgateModel
package import FilmgatePolicy
package import FilmgateSystem

// Encodes and decodes an answer as the reply of `Prompt`.

extension PromptAnswer {
    private enum Key: String { case decision, selection, rights, expires, once, rule }

    /// The words for decisions, on the bus and in the output of front ends.
    package enum DecisionWord: String, Codable {
        case allow, limit, deny, dismiss, done, cancel
        case otherFiles = "other-files"
    }

    private static let ruleLength = 256

    /// Returns the reply to a prompt of a kind. An answer that does not match the kind allows nothing.
    ///
    /// - Parameter now: the time at which the answer's validity begins.
    /// - Throws: `Errno` if a memory file for a long list cannot be created.
    package func options(for kind: AgentPrompt.Kind, at now: Timestamp) throws(Errno) -> Options {
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
        guard kind == .access, decidesAccess else { return options }
        options[Key.rights] = rights?.names
        if limits != ContentLimits() { options.put { _ = ContentLimits(limits, &$0) } }
        options[Key.expires] = validity.end(from: now)?.rawValue
        if validity == .once { options[Key.once] = true }
        return options
    }

    private func word(for kind: AgentPrompt.Kind) -> DecisionWord {
        switch (kind, decision) {
        case (.access, .allow), (.confirm, .allow): .allow
        case (.access, .limit): .limit
        case (.access, .deny), (.confirm, _): .deny
        case (.access, _): .dismiss
        case (.selection, .done), (.pick, .picked), (.settings, .done): .done
        case (.pick, .otherFiles): .otherFiles
        case (.selection, _), (.pick, _), (.settings, _): .cancel
        }
    }

    /// Decodes the reply to a prompt of a kind. Blocks while it reads a long selection.
    ///
    /// - Throws: `WireError.invalidArgument` if the reply is not a valid answer to this kind of prompt.
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
            limits = try ContentLimits(nil, &reader)
            validity = try Self.validity(
                expires: reader.take(Key.expires).map(Timestamp.init(rawValue:)), once: reader.take(Key.once) ?? false)
            decision =
                switch (DecisionWord(rawValue: word), selection) {
                case (.allow, nil): .allow
                case (.deny, nil): .deny
                case (.limit, let selection?): .limit(selection)
                case (.dismiss, nil): .dismiss
                default: nil
                }
        case .selection:
            let selection = try reader.takeIdentifiers(Key.selection.rawValue, of: AssetID.self)
            decision =
                switch (DecisionWord(rawValue: word), selection) {
                case (.done, let selection?): .done(selection)
                case (.cancel, _): .dismiss
                default: nil
                }
        case .pick:
            let answer = try reader.takePickAnswer()
            decision =
                switch (DecisionWord(rawValue: word), answer) {
                case (.done, let answer?): .picked(answer)
                case (.otherFiles, nil): .otherFiles
                case (.cancel, _): .dismiss
                default: nil
                }
        case .confirm:
            decision =
                switch DecisionWord(rawValue: word) {
                case .allow: .allow
                case .deny: .deny
                default: nil
                }
        case .settings:
            decision =
                switch DecisionWord(rawValue: word) {
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
        case (let moment?, false) where ContractLimits.dates.contains(moment): return .until(moment)
        case (_?, _): throw WireError.invalidArgument("the answer: 'expires' is invalid or combined with 'once'.")
        }
    }
}
