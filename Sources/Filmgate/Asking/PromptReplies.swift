internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateWire

extension PromptAnswer {
    /// Returns the answer in the contract's form for that kind of prompt. An answer that does not fit the kind decides
    /// nothing.
    ///
    /// - Throws: if a long selection does not fit into memory.
    func options(for subject: AgentPrompt.Subject) throws -> Options {
        var options: Options
        switch subject {
        case .access: options = try accessOptions()
        case .selection:
            options = SelectionReply.cancelled.representation
            if case .done(let selection) = decision {
                options["decision"] = Variant("done")
                try IdentifierList.put(selection, as: "selection", into: &options)
            }
        case .confirm: options = (decision == .allow ? ConfirmReply.allow : .deny).representation
        }
        if let rule { options["rule"] = Variant(String(rule.prefix(256))) }
        return options
    }

    private func accessOptions() throws -> Options {
        let made: AccessAnswer.Decision
        var selection: [ObjectID]?
        switch decision {
        case .allow: made = .allow
        case .limit(let ids):
            made = .limit([])
            selection = ids
        case .deny: made = .deny
        case .dismiss, .done: return AccessReply.dismissed.representation
        }
        let validity: AccessAnswer.Validity =
            switch self.validity {
            case .lasting: .lasting
            case .until(let date): .until(Timestamp(date))
            case .once: .once
            }
        var options = AccessReply.answered(AccessAnswer(made, rights: rights, validity: validity)).representation
        if let selection {
            options["selection"] = nil
            try IdentifierList.put(selection, as: "selection", into: &options)
        }
        return options
    }
}
