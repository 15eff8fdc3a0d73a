public import FilmgateDBus
public import FilmgateModel

/// Which calls `ReplayPolicy` decides again.
public struct ReplayOptions: DBusRepresentable, Hashable {
    public var since: Timestamp?
    public var user: UInt32?
    /// The texts of further policy files, which override the first.
    public var further: [String]

    private enum Key: String { case since, user, further }

    public init(since: Timestamp? = nil, user: UInt32? = nil, further: [String] = []) {
        self.since = since
        self.user = user
        self.further = further
    }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "ReplayPolicy")
        since = try reader.take(Key.since).map(Timestamp.init(rawValue:))
        user = try reader.take(Key.user)
        further = try reader.take(Key.further) ?? []
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.since] = since?.rawValue
        options[Key.user] = user
        options[Key.further] = further.isEmpty ? nil : further
        return options
    }
}

/// Calls that a policy would have decided differently. A row of `ReplayPolicy`.
public struct ReplayedDecision: DBusRepresentable, Hashable {
    /// `KIND:NAME`
    public let client: String
    public let operation: String
    public let count: UInt32
    /// `allowed`, or the name of the refusal.
    public let was: String
    public let wouldBe: String

    package enum Key: String, CodingKey {
        case client, operation, count, was
        case wouldBe = "would-be"
    }

    package init(client: String, operation: String, count: UInt32, was: String, wouldBe: String) {
        self.client = client
        self.operation = operation
        self.count = count
        self.was = was
        self.wouldBe = wouldBe
    }

    public init(representation options: Options) {
        client = options[Key.client] ?? ""
        operation = options[Key.operation] ?? ""
        count = options[Key.count] ?? 0
        was = options[Key.was] ?? ""
        wouldBe = options[Key.wouldBe] ?? ""
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.client] = client
        options[Key.operation] = operation
        options[Key.count] = count
        options[Key.was] = was
        options[Key.wouldBe] = wouldBe
        return options
    }
}
