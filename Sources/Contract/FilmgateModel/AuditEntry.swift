/// An entry of the audit log: a decision that allowed or refused something.
public struct AuditEntry: Hashable, Sendable {
    /// The requested operation, named after the method: `fetch`, `open-resource`, `set-grant`.
    public struct Operation: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public init(stringLiteral text: StaticString) { rawValue = text.description }

        /// The operation of a D-Bus method: `OpenResource` becomes `open-resource`.
        public init(member: String) { rawValue = member.kebab }
    }

    /// The result: `allowed`, or the name of the refusal, such as `access-denied`.
    public struct Outcome: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public init(stringLiteral text: StaticString) { rawValue = text.description }

        /// The outcome of a D-Bus error: `AccessDenied` becomes `access-denied`.
        public init(error name: String) { rawValue = name.kebab }

        public static let allowed: Outcome = "allowed"
    }

    /// The date of the decision; if several were merged, the date of the first.
    public var date: Timestamp
    /// The client that called, such as `flatpak:org.example.App`. Empty for an unidentified program and the broker.
    public var client: String
    /// The client's UID.
    public var user: UInt32
    public var operation: Operation
    public var outcome: Outcome
    /// How many assets and albums were concerned, or how often the operation occurred.
    public var count: UInt32
    /// The assets and albums concerned, possibly not all of them. `count` is complete.
    public var ids: [ObjectID]
    /// The client concerned, if it is not the client that made the call: for example the client whose grant an
    /// administrator set. Its length is bounded like that of `client`.
    public var about: String
    /// The delegate that called for the client; empty if the client itself called. Bounded like `client`.
    public var through: String
    /// Further detail, such as the rule by which an unattended agent answered. At most 256 characters.
    public var detail: String

    /// The limit of identifiers in an entry.
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

    /// Shortens a client's name that is longer than 256 bytes to its beginning and its end.
    ///
    /// Only unverified names can be so long.
    public static func bounded(_ name: String) -> String {
        let bytes = name.utf8
        guard bytes.count > 256 else { return name }
        return String(decoding: bytes.prefix(120), as: UTF8.self) + "…"
            + String(decoding: bytes.suffix(120), as: UTF8.self)
    }
}

/// An entry with its sequence number and its hash.
public struct AuditRecord: Hashable, Sendable {
    /// Starts at 1 and has no gaps.
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

/// Selects the entries that meet every condition.
public struct AuditFilter: Hashable, Sendable {
    /// The client that asked, or the client concerned.
    public var client: ClientID?
    public var asset: AssetID?
    public var user: UInt32?
    public var operation: AuditEntry.Operation?
    public var outcome: AuditEntry.Outcome?
    /// The earliest date.
    public var since: Timestamp?
    /// The date before which entries are selected.
    public var until: Timestamp?
    /// Selects entries with a higher sequence number.
    public var after: UInt64 = 0
    /// Selects entries with a lower sequence number.
    public var before: UInt64?

    public init() {}
}

extension String {
    /// `OpenResource` becomes `open-resource`.
    fileprivate var kebab: String {
        var words = ""
        for character in self {
            if character.isUppercase, !words.isEmpty { words.append("-") }
            words += character.lowercased()
        }
        return words
    }
}
