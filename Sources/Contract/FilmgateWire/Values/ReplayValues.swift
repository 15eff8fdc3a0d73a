public import FilmgateDBus
public import FilmgateModel

/// The options of `ReplayPolicy`: the calls to decide again, and further policy files.
public struct ReplayOptions: OptionDictionary, Hashable {
    public var since: Timestamp?
    public var user: UInt32?
    /// The contents of more policy files, which override the first file.
    public var further: [String]

    public init(since: Timestamp? = nil, user: UInt32? = nil, further: [String] = []) {
        self.since = since
        self.user = user
        self.further = further
    }

    public static let owner = "ReplayPolicy"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        since = try options.raw("since", value?.since)
        user = try options.field("user", value?.user)
        further = try options.field("further", value?.further, usual: [])
    }
}

/// A row of `ReplayPolicy`: calls that the given policy would have decided differently.
public struct ReplayedDecision: OptionDictionary, Hashable {
    /// The client as `KIND:NAME`.
    public let client: String
    public let operation: String
    public let count: UInt32
    /// The recorded outcome: `allowed` or `restricted`.
    public let was: String
    public let wouldBe: String

    package init(client: String, operation: String, count: UInt32, was: String, wouldBe: String) {
        self.client = client
        self.operation = operation
        self.count = count
        self.was = was
        self.wouldBe = wouldBe
    }

    public static let tolerance = OptionTolerance.unknownValues

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        client = try options.field("client", value?.client) ?? ""
        operation = try options.field("operation", value?.operation) ?? ""
        count = try options.field("count", value?.count) ?? 0
        was = try options.field("was", value?.was) ?? ""
        wouldBe = try options.field("would-be", value?.wouldBe) ?? ""
    }
}
