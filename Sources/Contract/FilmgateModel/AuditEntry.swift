/// An entry of the audit log: an operation that was allowed or refused.
public struct AuditEntry: Hashable, Sendable {
    /// The requested operation, named after the method: `fetch`, `open-resource`, `set-grant`.
    public struct Operation: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public init(stringLiteral text: StaticString) { rawValue = text.description }

        /// The operation of a D-Bus method: `OpenResource` becomes `open-resource`.
        public init(member: String) { rawValue = member.kebab }
    }

    /// The result: `allowed`, the name of an error such as `access-denied`, or the answer to a prompt such as `deny`.
    public struct Outcome: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public init(stringLiteral text: StaticString) { rawValue = text.description }

        /// The outcome of a D-Bus error: `AccessDenied` becomes `access-denied`.
        public init(error name: String) { rawValue = name.kebab }

        public static let allowed: Outcome = "allowed"
    }

    /// The date of the decision; for several merged decisions, the date of the first.
    public var date: Timestamp
    /// The client that called, such as `flatpak:org.example.App`, shortened by `bounded`. Empty for an unidentified
    /// program and for the broker itself.
    public var client: String
    /// The client's UID.
    public var user: UInt32
    public var operation: Operation
    public var outcome: Outcome
    /// The number of assets and albums that the operation concerned. A call that concerned none counts as 1.
    public var count: UInt32
    /// The assets and albums that the operation concerned, at most `idsAtMost`. `count` counts all of them.
    public var ids: [ObjectID]
    /// The client that another client's call concerned, such as the client whose grant an administrator set. Shortened
    /// by `bounded`.
    public var about: String
    /// The delegate (a program that acts for apps) that called for the client; else empty. Shortened by `bounded`.
    public var through: String
    /// A further detail, such as the rule by which an unattended agent answered. At most 256 characters.
    public var detail: String

    /// The maximum number of identifiers in an entry.
    public static let idsAtMost = 1000

    public init(
        date: Timestamp, client: String, user: UInt32, operation: Operation, outcome: Outcome, count: UInt32 = 1,
        ids: [ObjectID] = [], about: String = "", through: String = "", detail: String = ""
    ) {
        self.date = date
        self.client = AuditEntry.bounded(client)
        self.user = user
        self.operation = operation
        self.outcome = outcome
        self.count = count
        self.ids = ids
        self.about = AuditEntry.bounded(about)
        self.through = AuditEntry.bounded(through)
        self.detail = String(detail.prefix(256))
    }

    /// Shortens a client's name that is longer than 256 bytes. Keeps the first and the last 120 bytes.
    ///
    /// Only unverified clients can have such long names.
    public static func bounded(_ name: String) -> String {
        let bytes = name.utf8
        guard bytes.count > 256 else { return name }
        return String(decoding: bytes.prefix(120), as: UTF8.self) + "…"
            + String(decoding: bytes.suffix(120), as: UTF8.self)
    }
}

/// An entry with its sequence number and its hash.
public struct AuditRecord: Hashable, Sendable {
    /// The position in the log. The numbers start at 1 and have no gaps.
    public var sequence: UInt64
    public var entry: AuditEntry
    /// SHA-256 over the previous entry's hash and this entry.
    public var hash: [UInt8]

    public init(sequence: UInt64, entry: AuditEntry, hash: [UInt8]) {
        self.sequence = sequence
        self.entry = entry
        self.hash = hash
    }
}

/// The conditions that select entries. Entries must meet all of them.
public struct AuditFilter: Hashable, Sendable {
    /// The client that called, or that another client's call concerned.
    public var client: ClientID?
    public var asset: AssetID?
    public var user: UInt32?
    public var operation: AuditEntry.Operation?
    public var outcome: AuditEntry.Outcome?
    /// Selects only entries with this date or a later one.
    public var since: Timestamp?
    /// Selects only entries with earlier dates.
    public var until: Timestamp?
    /// Selects only entries with larger sequence numbers.
    public var after: UInt64 = 0
    /// Selects only entries with smaller sequence numbers.
    public var before: UInt64?

    public init() {}
}

extension String {
    /// The name in lower case, with hyphens: `OpenResource` becomes `open-resource`.
    fileprivate var kebab: String {
        var words = ""
        for character in self {
            if character.isUppercase, !words.isEmpty { words.append("-") }
            words += character.lowercased()
        }
        return words
    }
}
