public import FilmgateModel

/// What the person decided about a client's access.
public struct AccessAnswer: Hashable, Sendable {
    public enum Decision: Hashable, Sendable {
        case allow
        /// These assets and albums and no others.
        case limit([ObjectID])
        case deny
    }

    /// How long it holds.
    public enum Validity: Hashable, Sendable {
        case lasting
        case until(Timestamp)
        /// For as long as the connection that asked.
        case once
    }

    public let decision: Decision
    /// Nil where the person said nothing about them.
    public let rights: Rights?
    public let validity: Validity

    public init(_ decision: Decision, rights: Rights? = nil, validity: Validity = .lasting) {
        self.decision = decision
        self.rights = rights
        self.validity = validity
    }
}

/// The grant that an answer makes of the one that stands; nil for an answer that makes no sense.
///
/// Adding cannot be limited, and nothing is decided for a time that is over. What was not asked about stays as it was, but that
/// whoever may read may add as well.
///
/// - Parameter standing: what somebody decided about the client before, and no policy has touched.
public func grant(
    by answer: AccessAnswer, about access: AccessLevel, on standing: Grant, of kind: ClientKind, at now: Timestamp
) -> Grant? {
    if case .until(let moment) = answer.validity, moment <= now { return nil }
    let rights = answer.rights ?? Rights.usual(for: kind)
    return switch (access, answer.decision) {
    // Rights are of what is read: an answer about adding leaves those that reading was granted with.
    case (.addOnly, .allow):
        standing.with(addOnly: .authorized, rights: standing.readWrite.allowsReading ? standing.rights : rights)
    case (.readWrite, .allow): standing.with(addOnly: .authorized, readWrite: .authorized, rights: rights)
    case (.readWrite, .limit): standing.with(addOnly: .authorized, readWrite: .limited, rights: rights)
    case (.addOnly, .limit): nil
    case (.addOnly, .deny): standing.with(addOnly: .denied)
    case (.readWrite, .deny): standing.with(readWrite: .denied)
    }
}

extension Grant {
    fileprivate func with(
        addOnly: AddOnlyStatus? = nil, readWrite: ReadWriteStatus? = nil, rights: Rights? = nil
    ) -> Grant {
        Grant(
            addOnly: addOnly ?? self.addOnly, readWrite: readWrite ?? self.readWrite, rights: rights ?? self.rights,
            grantor: .person)
    }
}

/// What the person changed of a selection that they were shown.
public struct SelectionEdit: Hashable, Sendable {
    /// In the order of the answer.
    public let added: [ObjectID]
    /// In the order that was shown.
    public let removed: [ObjectID]

    /// How many came and went.
    public var count: Int { added.count + removed.count }

    /// What others changed meanwhile was never shown, and so is no part of it.
    public init(from shown: [ObjectID], to chosen: [ObjectID]) {
        let before = Set(shown)
        let after = Set(chosen)
        var seen: Set<ObjectID> = []
        added = chosen.filter { !before.contains($0) && seen.insert($0).inserted }
        removed = shown.filter { !after.contains($0) }
    }
}
