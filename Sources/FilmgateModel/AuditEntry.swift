/// A decision that gave or refused something, as the audit log keeps it.
public struct AuditEntry: Hashable, Sendable {
    /// What was asked for, in the contract's words: `fetch`, `open-resource`, `set-grant`.
    public struct Operation: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public init(stringLiteral text: StaticString) { rawValue = text.description }

        /// That of a method on the bus: `OpenResource` is `open-resource`.
        public init(member: String) { rawValue = member.kebab }
    }

    /// What became of it: `allowed`, or the name of the refusal, as `access-denied`.
    public struct Outcome: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public init(stringLiteral text: StaticString) { rawValue = text.description }

        /// That of an error on the bus: `AccessDenied` is `access-denied`.
        public init(error name: String) { rawValue = name.kebab }

        public static let allowed: Outcome = "allowed"
    }

    /// When it was decided; of several that became one entry, the first.
    public var date: Timestamp
    /// Who asked, as `flatpak:org.example.App`; empty for a program that could not be identified and for the broker itself.
    public var client: String
    /// The uid that the client ran as.
    public var user: UInt32
    public var operation: Operation
    public var outcome: Outcome
    /// How many assets and albums it was about, or how often it happened.
    public var count: UInt32
    /// The assets and albums it was about, not necessarily all of them: `count` says how many there were.
    public var ids: [ObjectID]
    /// Whom it was about, where that is another than the one who asked: the client whose grant an administrator set.
    /// It and `client` are bounded.
    public var about: String
    /// What else there is to say, in a few words: the rule by which an unattended agent answered. At most 256 characters.
    public var detail: String

    /// An entry holds no more identifiers than these.
    public static let idsAtMost = 1000

    public init(
        date: Timestamp, client: String, user: UInt32, operation: Operation, outcome: Outcome, count: UInt32 = 1,
        ids: [ObjectID] = [], about: String = "", detail: String = ""
    ) {
        self.date = date
        self.client = AuditEntry.bounded(client)
        self.user = user
        self.operation = operation
        self.outcome = outcome
        self.count = count
        self.ids = ids
        self.about = AuditEntry.bounded(about)
        self.detail = String(detail.prefix(256))
    }

    /// A client as an entry names it: of a name that is longer than 256 bytes, the beginning and the end.
    ///
    /// Only names that prove nothing can be so long, for their programs choose them.
    public static func bounded(_ name: String) -> String {
        let bytes = name.utf8
        guard bytes.count > 256 else { return name }
        return String(decoding: bytes.prefix(120), as: UTF8.self) + "…"
            + String(decoding: bytes.suffix(120), as: UTF8.self)
    }
}

/// An entry in its place in the log.
public struct AuditRecord: Hashable, Sendable {
    /// 1 for the first ever; each is one more than the one before it.
    public var sequence: UInt64
    public var entry: AuditEntry
    /// SHA-256 over the hash of the entry before it and this entry.
    public var hash: [UInt8]

    public init(sequence: UInt64, entry: AuditEntry, hash: [UInt8]) {
        self.sequence = sequence
        self.entry = entry
        self.hash = hash
    }
}

/// Which entries are meant: those that every condition holds for.
public struct AuditFilter: Hashable, Sendable {
    /// Who asked, or whom it was about.
    public var client: ClientID?
    public var asset: AssetID?
    public var user: UInt32?
    public var operation: AuditEntry.Operation?
    public var outcome: AuditEntry.Outcome?
    /// From this moment on.
    public var since: Timestamp?
    /// Before this moment.
    public var until: Timestamp?
    /// Those that come after the entry with this sequence number.
    public var after: UInt64 = 0
    /// Those that come before the entry with this one.
    public var before: UInt64?

    public init() {}
}

extension String {
    /// `OpenResource` as `open-resource`.
    fileprivate var kebab: String {
        var words = ""
        for character in self {
            if character.isUppercase, !words.isEmpty { words.append("-") }
            words += character.lowercased()
        }
        return words
    }
}
