public import FilmgateModel

/// What the person decided about a client's access.
public struct AccessAnswer: Hashable, Sendable {
    public enum Decision: Hashable, Sendable {
        case allow
        /// These assets and albums and no others.
        case limit([ObjectID])
        case deny
    }

    /// How long the decision holds.
    public enum Validity: Hashable, Sendable {
        case lasting
        case until(Timestamp)
        /// Until the connection that asked ends.
        case once
    }

    public let decision: Decision
    /// Nil if the person did not choose any.
    public let rights: Rights?
    public let limits: ContentLimits
    public let validity: Validity

    public init(
        _ decision: Decision, rights: Rights? = nil, limits: ContentLimits = ContentLimits(),
        validity: Validity = .lasting
    ) {
        self.decision = decision
        self.rights = rights
        self.limits = limits
        self.validity = validity
    }
}

/// Returns the grant that results from an answer. Returns nil for an invalid answer: adding cannot be limited, the end of a grant
/// cannot lie in the past, and a right needs the rights that it depends on.
///
/// The status that was not asked about stays as it was, except that permission to read includes permission to add.
///
/// - Parameter standing: the stored grant, without what policy changes of it.
public func grant(
    by answer: AccessAnswer, about access: AccessLevel, on standing: Grant, of kind: ClientKind, at now: Timestamp
) -> Grant? {
    if case .until(let moment) = answer.validity, moment <= now { return nil }
    var made = standing
    made.grantor = .person
    // Rights and limits apply to reading: an answer about adding keeps those that were granted with reading.
    if answer.isPositive, access == .readWrite || !standing.readWrite.allowsReading {
        (made.rights, made.limits) = (answer.rights ?? Rights.usual(for: kind), answer.limits)
        guard made.rights.isComplete else { return nil }
    }
    switch (access, answer.decision) {
    case (.addOnly, .limit): return nil
    case (.addOnly, .allow): made.addOnly = .authorized
    case (.readWrite, .allow): (made.addOnly, made.readWrite) = (.authorized, .authorized)
    case (.readWrite, .limit): (made.addOnly, made.readWrite) = (.authorized, .limited)
    case (.addOnly, .deny): made.addOnly = .denied
    case (.readWrite, .deny): made.readWrite = .denied
    }
    return made
}

extension AccessAnswer {
    /// Whether it gives anything.
    fileprivate var isPositive: Bool {
        switch decision {
        case .allow, .limit: true
        case .deny: false
        }
    }
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
