public import FilmgateModel
public import FilmgateWire
public import FoundationEssentials

extension AuditLogRow {
    /// The entry's position in the log. The positions start at 1 and have no gaps.
    public var sequence: UInt64 { record.sequence }
    /// The date of the decision, or of the first decision if the entry combines several equal ones.
    public var date: Date { Date(record.entry.date) }
    /// The client; nil if the broker did not identify the client, or if the broker itself acted.
    public var client: ClientID? { ClientID(clientText) }
    /// The log's text for the client, even if the text is not a client identifier.
    public var clientText: String { record.entry.client }
    /// The user ID of the client; nil if unknown.
    public var user: UInt32? { record.entry.user == .max ? nil : record.entry.user }
    /// The name of the operation, such as `fetch`, `open-resource` or `set-grant`.
    public var operation: String { record.entry.operation.rawValue }
    /// `allowed`, or the name of the refusal, such as `access-denied`; for prompts, the person's answer.
    public var outcome: String { record.entry.outcome.rawValue }
    /// The number of assets, or the number of times that the operation happened.
    public var count: Int { Int(record.entry.count) }
    /// The assets that the operation concerned, at most the first thousand.
    public var assets: [ObjectID] { record.entry.ids }
    /// The client that the operation concerned, if a different client made the call.
    public var concernedClient: ClientID? { ClientID(record.entry.about) }
    /// The program that made the call on the client's behalf; nil if the client made the call itself.
    public var delegate: ClientID? { ClientID(record.entry.through) }
    /// Details, such as the rule by which an agent answered a prompt without asking the person.
    public var detail: String? { record.entry.detail.isEmpty ? nil : record.entry.detail }
    /// How the client used the assets; nil if the client got nothing from any asset.
    public var use: AuditEntry.AccessKind? { record.entry.use }
    /// SHA-256 over the previous entry's hash and this entry, in hexadecimal digits. With a saved copy of this hash, an
    /// auditor can prove that no entry up to this one was changed.
    public var hash: String { Hexadecimal.text(of: record.hash) }
}

extension AuditLogFilter {
    /// The client that made the call, or that the call was about.
    public var client: ClientID? {
        get { filter.client }
        set { filter.client = newValue }
    }

    public var asset: AssetID? {
        get { filter.asset }
        set { filter.asset = newValue }
    }

    public var user: UInt32? {
        get { filter.user }
        set { filter.user = newValue }
    }

    public var operation: String? {
        get { filter.operation?.rawValue }
        set { filter.operation = newValue.map(AuditEntry.Operation.init(rawValue:)) }
    }

    public var outcome: String? {
        get { filter.outcome?.rawValue }
        set { filter.outcome = newValue.map(AuditEntry.Outcome.init(rawValue:)) }
    }

    /// The earliest date of an entry, inclusive.
    public var since: Date? {
        get { filter.since.map { Date($0) } }
        set { filter.since = newValue.map { Timestamp($0) } }
    }

    /// The latest date of an entry, exclusive.
    public var until: Date? {
        get { filter.until.map { Date($0) } }
        set { filter.until = newValue.map { Timestamp($0) } }
    }

    /// Matches only entries with a sequence number greater than this one.
    public var after: UInt64 {
        get { filter.after }
        set { filter.after = newValue }
    }
}
