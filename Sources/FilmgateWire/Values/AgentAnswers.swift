public import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy

/// An answer and its source: the person, or a rule of an unattended agent.
public struct AgentReply<Answer: DBusRepresentable & Hashable>: DBusRepresentable, Hashable
where Answer.Representation == Options {
    public let answer: Answer
    /// The rule's name; nil if a person answered.
    public let rule: String?

    public init(_ answer: Answer, rule: String? = nil) {
        self.answer = answer
        self.rule = rule
    }

    /// - Throws: `WireError.invalidArgument` if it is no answer. Reading a long selection blocks.
    public init(representation: Options) throws {
        rule = try representation["rule"]?.decoded(as: String.self)
        guard (rule?.unicodeScalars.count ?? 0) <= 256 else {
            throw WireError.invalidArgument("the answer: 'rule' is longer than 256 characters.")
        }
        answer = try Answer(representation: representation.filter { $0.key != "rule" })
    }

    public var representation: Options {
        guard let rule else { return answer.representation }
        return answer.representation.merging(["rule": Variant(rule)]) { $1 }
    }
}

/// An agent's answer to a prompt of the kind `access`.
public enum AccessReply: DBusRepresentable, Hashable {
    case dismissed
    case answered(AccessAnswer)

    /// - Throws: `WireError.invalidArgument` if it is no answer. Reading a long selection blocks.
    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "the answer")
        let decision: String = try reader.require("decision")
        let selection = try reader.takeIdentifiers("selection", of: ObjectID.self)
        let rights = try reader.take("rights", as: RightNames.self)?.rights
        let validity = try Self.validity(
            expires: reader.take("expires", as: Int64.self).map(Timestamp.init(rawValue:)),
            once: reader.take("once", as: Bool.self) ?? false)
        try reader.finish()
        func answer(_ decision: AccessAnswer.Decision) -> AccessReply {
            .answered(AccessAnswer(decision, rights: rights, validity: validity))
        }
        switch (decision, selection) {
        case ("allow", nil): self = answer(.allow)
        case ("deny", nil): self = answer(.deny)
        case ("limit", let selection?): self = answer(.limit(selection))
        case ("dismiss", nil): self = .dismissed
        default: throw WireError.invalidArgument("the answer: '\(quotable(decision))' with or without a selection.")
        }
    }

    public var representation: Options {
        guard case .answered(let answer) = self else { return ["decision": Variant("dismiss")] }
        var options: Options = [:]
        switch answer.decision {
        case .allow: options["decision"] = Variant("allow")
        case .deny: options["decision"] = Variant("deny")
        case .limit(let selection):
            options["decision"] = Variant("limit")
            options["selection"] = Variant(selection.map(\.description))
        }
        if let rights = answer.rights { options["rights"] = Variant(rights.names) }
        switch answer.validity {
        case .lasting: break
        case .until(let moment): options["expires"] = Variant(moment.rawValue)
        case .once: options["once"] = Variant(true)
        }
        return options
    }

    private static func validity(expires: Timestamp?, once: Bool) throws -> AccessAnswer.Validity {
        switch (expires, once) {
        case (nil, false): return .lasting
        case (nil, true): return .once
        case (let moment?, false) where Bounds.dates.contains(moment): return .until(moment)
        case (_?, _): throw WireError.invalidArgument("the answer: 'expires' is invalid or combined with 'once'.")
        }
    }
}

/// An agent's answer to a prompt of the kind `selection`.
public enum SelectionReply: DBusRepresentable, Hashable {
    case cancelled
    /// All that the client may see, not only what is new.
    case done([ObjectID])

    /// - Throws: as `AccessReply` does.
    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "the answer")
        let decision: String = try reader.require("decision")
        let selection = try reader.takeIdentifiers("selection", of: ObjectID.self)
        try reader.finish()
        switch (decision, selection) {
        case ("done", let selection?): self = .done(selection)
        case ("cancel", _): self = .cancelled
        default: throw WireError.invalidArgument("the answer: '\(quotable(decision))' with or without a selection.")
        }
    }

    public var representation: Options {
        switch self {
        case .cancelled: ["decision": Variant("cancel")]
        case .done(let selection):
            ["decision": Variant("done"), "selection": Variant(selection.map(\.description))]
        }
    }
}

/// An agent's answer to a prompt of the kind `confirm`.
public enum ConfirmReply: String, CaseIterable, DBusRepresentable {
    case allow, deny

    /// - Throws: as `AccessReply` does.
    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "the answer")
        let decision: String = try reader.require("decision")
        try reader.finish()
        guard let reply = ConfirmReply(rawValue: decision) else {
            throw WireError.invalidArgument("the answer: '\(quotable(decision))' is not a decision.")
        }
        self = reply
    }

    public var representation: Options { ["decision": Variant(rawValue)] }
}
