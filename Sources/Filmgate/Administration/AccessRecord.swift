public import FilmgateModel
public import FoundationEssentials

/// What the audit log says of a decision that gave or refused something.
public struct AccessRecord: Hashable, Sendable {
    /// Its place in the log; each is one more than the one before it.
    public let sequence: UInt64
    /// Of several equal decisions that are one entry, that of the first.
    public let date: Date
    /// Nil: it could not be identified, or it was the broker itself.
    public let client: ClientID?
    /// The client as the log has it; also where that names no single client.
    public let clientText: String
    /// The uid that the client ran as; nil where that was not known.
    public let user: UInt32?
    /// As `fetch`, `open-resource`, `set-grant`.
    public let operation: String
    /// `allowed`, or the name of the refusal, as `access-denied`; of prompts what the person answered.
    public let outcome: String
    /// How many assets it was about, or how often it happened.
    public let count: Int
    /// These, or the first thousand of them.
    public let assets: [ObjectID]
    /// The client that it was about, where another asked.
    public let concernedClient: ClientID?
    /// What else there is to say: the rule by which an unattended agent answered.
    public let detail: String?
    /// SHA-256 over the entry before it and this entry, in hexadecimal digits. Whoever notes it can tell later that nothing up
    /// to here was changed.
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

/// Which of the log's entries are meant: those that every condition holds for.
public struct AccessFilter: Hashable, Sendable {
    /// Who asked, or whom it was about.
    public var client: ClientID?
    public var asset: AssetID?
    public var user: UInt32?
    public var operation: String?
    public var outcome: String?
    /// From this moment on.
    public var since: Date?
    /// Before this moment.
    public var until: Date?
    /// Those that come after the entry with this sequence number.
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
