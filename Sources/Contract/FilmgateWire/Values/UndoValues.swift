public import FilmgateDBus
public import FilmgateModel

/// A client on the bus, or "" for the owner's own changes.
public struct UndoneClientName: DBusRepresentable, Hashable {
    public let id: ClientID?

    public init(_ id: ClientID?) { self.id = id }

    public init(representation: String) throws {
        id = representation.isEmpty ? nil : try ClientName(representation: representation).id
    }

    public var representation: String { id?.description ?? "" }
}

/// Which changes `UndoChanges` takes back.
public struct UndoOptions: DBusRepresentable, Hashable {
    public var since: Timestamp?
    /// Excluded.
    public var until: Timestamp?
    public var user: UInt32?
    public var isDryRun: Bool

    private enum Key: String {
        case since, until, user
        case isDryRun = "dry-run"
    }

    public init(since: Timestamp? = nil, until: Timestamp? = nil, user: UInt32? = nil, isDryRun: Bool = false) {
        self.since = since
        self.until = until
        self.user = user
        self.isDryRun = isDryRun
    }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "UndoChanges")
        since = try reader.take(Key.since).map(Timestamp.init(rawValue:))
        until = try reader.take(Key.until).map(Timestamp.init(rawValue:))
        user = try reader.take(Key.user)
        isDryRun = try reader.take(Key.isDryRun) ?? false
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.since] = since?.rawValue
        options[Key.until] = until?.rawValue
        options[Key.user] = user
        options[Key.isDryRun] = isDryRun ? true : nil
        return options
    }
}

/// What `UndoChanges` did.
public struct UndoneChanges: DBusRepresentable, Hashable {
    /// How many assets, albums and folders were changed.
    public let undone: Int
    /// Their identifiers; at most ten thousand.
    public let ids: [ObjectID]
    /// What stays as it is; at most ten thousand entries.
    public let skipped: [SkippedChange]
    /// The number of all that stays as it is.
    public let skippedCount: Int
    /// If some of the changes are not kept any more: since when all are. Values return to what they were at that time.
    public let keptSince: Timestamp?

    package static let mostRows = 10_000

    private enum Key: String {
        case undone, ids, skipped
        case skippedCount = "skipped-count"
        case keptSince = "kept-since"
    }

    package init(undone ids: [ObjectID], skipped: [SkippedChange], keptSince: Timestamp? = nil) {
        undone = ids.count
        self.ids = Array(ids.prefix(UndoneChanges.mostRows))
        self.skipped = Array(skipped.prefix(UndoneChanges.mostRows))
        skippedCount = skipped.count
        self.keptSince = keptSince
    }

    public init(representation options: Options) throws {
        undone = Int(options[Key.undone, as: UInt32.self] ?? 0)
        ids = (options[Key.ids, as: [String].self] ?? []).compactMap { ObjectID($0) }
        skipped = try (options[Key.skipped, as: [Options].self] ?? []).map(SkippedChange.init(representation:))
        skippedCount = Int(options[Key.skippedCount, as: UInt32.self] ?? 0)
        keptSince = options[Key.keptSince, as: Int64.self].map(Timestamp.init(rawValue:))
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.undone] = UInt32(clamping: undone)
        options[Key.ids] = ids.map(\.description)
        options[Key.skipped] = skipped.map(\.representation)
        options[Key.skippedCount] = UInt32(clamping: skippedCount)
        options[Key.keptSince] = keptSince?.rawValue
        return options
    }
}

/// Something that an undo leaves as it is.
public struct SkippedChange: DBusRepresentable, Hashable {
    public let id: ObjectID
    /// The property, or `content`, `trash`, `title`, `parent`, `cover`, `order`, `assets` or `existence`.
    public let aspect: String
    /// A sentence for a person.
    public let reason: String

    package enum Key: String, CodingKey { case id, aspect, reason }

    package init(id: ObjectID, aspect: String, reason: String) {
        self.id = id
        self.aspect = aspect
        self.reason = reason
    }

    public init(representation options: Options) throws {
        id = try LibraryIdentifier(representation: options[Key.id] ?? "").id
        aspect = options[Key.aspect] ?? ""
        reason = options[Key.reason] ?? ""
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.id] = id.description
        options[Key.aspect] = aspect
        options[Key.reason] = reason
        return options
    }
}
