public import FilmgateModel
public import FoundationEssentials

/// An entry of the audit log: a decision that gave or refused access.
public struct AccessRecord: Hashable, Sendable {
    /// Its position in the log; each is one more than the one before it.
    public let sequence: UInt64
    /// For several equal decisions in one entry, the date of the first.
    public let date: Date
    /// Nil: the client was not identified, or it was the broker itself.
    public let client: ClientID?
    /// The client as the log names it, even if that is not a single client.
    public let clientText: String
    /// The uid of the client; nil if it was not known.
    public let user: UInt32?
    /// For example `fetch`, `open-resource`, `set-grant`.
    public let operation: String
    /// `allowed`, or the name of the refusal, such as `access-denied`; for prompts, the person's answer.
    public let outcome: String
    /// The number of assets, or the number of times it happened.
    public let count: Int
    /// The assets, or the first thousand of them.
    public let assets: [ObjectID]
    /// The client that it was about, if a different client asked.
    public let concernedClient: ClientID?
    /// Details, such as the rule by which an unattended agent answered.
    public let detail: String?
    /// SHA-256 over the entry before it and this entry, in hexadecimal digits. A copy of it proves later that nothing
    /// up to this entry was changed.
    public let hash: String

    init(_ record: AuditRecord) {
        let entry = record.entry
        sequence = record.sequence
        date = Date(entry.date)
        client = ClientID(entry.client)
        clientText = entry.client
        user = entry.user == .max ? nil : entry.user
        operation = entry.operation.rawValue
        outcome = entry.outcome.rawValue
        count = Int(entry.count)
        assets = entry.ids
        concernedClient = ClientID(entry.about)
        detail = entry.detail.isEmpty ? nil : entry.detail
        hash = Hexadecimal.text(of: record.hash)
    }
}

/// Selects entries of the audit log: those that match every condition.
public struct AccessFilter: Hashable, Sendable {
    /// The client that asked or that it was about.
    public var client: ClientID?
    public var asset: AssetID?
    public var user: UInt32?
    public var operation: String?
    public var outcome: String?
    /// The earliest date, included.
    public var since: Date?
    /// The latest date, excluded.
    public var until: Date?
    /// Entries after the one with this sequence number.
    public var after: UInt64 = 0

    public init() {}

    var wire: AuditFilter {
        var filter = AuditFilter()
        filter.client = client
        filter.asset = asset
        filter.user = user
        filter.operation = operation.map(AuditEntry.Operation.init(rawValue:))
        filter.outcome = outcome.map(AuditEntry.Outcome.init(rawValue:))
        filter.since = since.map { Timestamp($0) }
        filter.until = until.map { Timestamp($0) }
        filter.after = after
        return filter
    }
}
