public import FilmgateModel

/// The answer to a prompt: what the person decided, or a rule.
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
    public enum Validity: Hashable, Sendable {
        case lasting
        case until(Timestamp)
        /// So long from the answer on.
        case seconds(Int64)
        /// Until the connection that asked ends.
        case once

        /// Nil if no time ends it.
        public func end(from now: Timestamp) -> Timestamp? {
            switch self {
            case .lasting, .once: nil
            case .until(let moment): moment
            case .seconds(let seconds): now.advanced(bySeconds: seconds)
            }
        }
    }

    public var decision: Decision
    public var validity: Validity
    /// Nil: the default for the kind of app.
    public var rights: Rights?
    public var limits: ContentLimits
    /// The rule by which a program answered for the person; nil if the person answered.
    public var rule: String?

    public init(
        _ decision: Decision, validity: Validity = .lasting, rights: Rights? = nil,
        limits: ContentLimits = ContentLimits(), rule: String? = nil
    ) {
        self.decision = decision
        self.validity = validity
        self.rights = rights
        self.limits = limits
        self.rule = rule
    }

    /// Whether it gives access or refuses it.
    public var decidesAccess: Bool { givesAccess || decision == .deny }

    /// Whether it gives anything of what an app asked for.
    public var givesAccess: Bool {
        switch decision {
        case .allow, .limit: true
        case .deny, .dismiss, .done, .picked: false
        }
    }
}

/// Returns the grant that results from an answer. Returns nil for an invalid answer: it must decide about access, adding cannot
/// be limited, the end of a grant cannot lie in the past, and a right needs the rights that it depends on.
///
/// The status that was not asked about stays as it was, except that permission to read includes permission to add.
///
/// - Parameter standing: the stored grant, without what policy changes of it.
public func grant(
    by answer: PromptAnswer, about access: AccessLevel, on standing: Grant, of kind: ClientKind, at now: Timestamp
) -> Grant? {
    if let end = answer.validity.end(from: now), end <= now { return nil }
    var made = standing
    made.grantor = .person
    // Rights and limits apply to reading: an answer about adding keeps those that were granted with reading.
    if answer.givesAccess, access == .readWrite || !standing.readWrite.allowsReading {
        (made.rights, made.limits) = (answer.rights ?? Rights.usual(for: kind), answer.limits)
        guard made.rights.isComplete else { return nil }
    }
    switch (access, answer.decision) {
    case (.addOnly, .limit), (_, .dismiss), (_, .done), (_, .picked): return nil
    case (.addOnly, .allow): made.addOnly = .authorized
    case (.readWrite, .allow): (made.addOnly, made.readWrite) = (.authorized, .authorized)
    case (.readWrite, .limit): (made.addOnly, made.readWrite) = (.authorized, .limited)
    case (.addOnly, .deny): made.addOnly = .denied
    case (.readWrite, .deny): made.readWrite = .denied
    }
    return made
}

/// The changes that the person made to a selection.
public struct SelectionEdit: Hashable, Sendable {
    /// In the order of the answer.
    public let added: [ObjectID]
    /// In the order that was shown.
    public let removed: [ObjectID]

    public var count: Int { added.count + removed.count }

    /// Compares the answer with what the person was shown, so that changes that others made meanwhile stay.
    public init(from shown: [ObjectID], to chosen: [ObjectID]) {
        let before = Set(shown)
        let after = Set(chosen)
        var seen: Set<ObjectID> = []
        added = chosen.filter { !before.contains($0) && seen.insert($0).inserted }
        removed = shown.filter { !after.contains($0) }
    }
}
