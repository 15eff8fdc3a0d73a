public import FilmgateModel

/// The answer to a prompt: the decision of the person or of a rule.
public struct PromptAnswer: Hashable, Sendable {
    public enum Decision: Hashable, Sendable {
        /// Allows all the requested access, or the changes to confirm.
        case allow
        /// Allows access to these assets, and to the current contents of these albums. Without assets and albums, an
        /// app can add photos and sees its own additions.
        case limit([ObjectID])
        /// Refuses. A refusal of access stays in force until the person or an administrator changes it.
        case deny
        /// Leaves the question undecided. Changes that need confirmation are refused.
        case dismiss
        /// Sets the complete selection of an app with limited access. For a settings page, the list is empty, and the
        /// answer only confirms that the window opens.
        case done([AssetID])
        /// Picks the items that the app gets.
        indirect case picked(PickAnswer)
        /// Picks no items, because the person wants files from outside the library.
        case otherFiles
    }

    /// The time for which the access lasts.
    public enum Validity: Hashable, Sendable {
        case lasting
        case until(Timestamp)
        /// Access lasts this many seconds, counted from the answer.
        case seconds(Int64)
        /// Access lasts until the connection that asked ends.
        case once

        /// Returns the date on which access ends; nil if it does not end at a date.
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
    /// The rights; nil means the default for the kind of app.
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

    /// Whether the answer gives or refuses access.
    public var decidesAccess: Bool { givesAccess || decision == .deny }

    /// Whether the answer gives any of the requested access.
    public var givesAccess: Bool {
        switch decision {
        case .allow, .limit: true
        case .deny, .dismiss, .done, .picked, .otherFiles: false
        }
    }
}

/// Returns the grant that results from an answer. Returns nil for an invalid answer. A valid answer decides about
/// access, does not limit adding, has no end in the past, and contains `write` if it contains `manage`.
///
/// The status that was not requested stays unchanged, except that permission to read includes permission to add.
///
/// - Parameter standing: the stored grant, before policy reduces it.
public func grant(
    by answer: PromptAnswer, about access: AccessLevel, on standing: Grant, of kind: ClientKind, at now: Timestamp
) -> Grant? {
    if let end = answer.validity.end(from: now), end <= now { return nil }
    var made = standing
    made.grantor = .person
    // Rights and limits apply to reading: an answer about adding keeps the existing ones if the client may read.
    if answer.givesAccess, access == .readWrite || !standing.readWrite.allowsReading {
        (made.rights, made.limits) = (answer.rights ?? Rights.usual(for: kind), answer.limits)
        guard made.rights.isComplete else { return nil }
    }
    switch (access, answer.decision) {
    case (.addOnly, .limit), (_, .dismiss), (_, .done), (_, .picked), (_, .otherFiles): return nil
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
    /// The added assets, in the order of the answer.
    public let added: [ObjectID]
    /// The removed assets, in the order in which the prompt showed them.
    public let removed: [ObjectID]

    public var count: Int { added.count + removed.count }

    /// Creates the difference between the shown assets and the answer. Applying only the difference keeps changes that
    /// others made in the meantime.
    public init(from shown: [ObjectID], to chosen: [ObjectID]) {
        let before = Set(shown)
        let after = Set(chosen)
        var seen: Set<ObjectID> = []
        added = chosen.filter { !before.contains($0) && seen.insert($0).inserted }
        removed = shown.filter { !after.contains($0) }
    }
}
