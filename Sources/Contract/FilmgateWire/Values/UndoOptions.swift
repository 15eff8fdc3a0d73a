public import FilmgateDBus
public import FilmgateModel

/// A client's identity on the bus, or "" for the owner's own changes.
public struct UndoneClientIDText: DBusRepresentable, Hashable {
    public let id: ClientID?

    public init(_ id: ClientID?) { self.id = id }

    public init(representation: String) throws {
        id = representation.isEmpty ? nil : try ClientIDText(representation: representation).id
    }

    public var representation: String { id?.description ?? "" }
}

/// The options of `UndoChanges`, which select the changes to undo.
public struct UndoOptions: OptionDictionary, Hashable {
    public var since: Timestamp?
    /// The exclusive end of the range of dates.
    public var until: Timestamp?
    public var user: UInt32?
    public var isDryRun: Bool
    /// The names that this connection gave to the batches to undo; nil means the changes in the range of dates.
    public var names: [String]?

    /// The maximum number of named batches.
    package static let mostNames = 1000

    public init(
        since: Timestamp? = nil, until: Timestamp? = nil, user: UInt32? = nil, isDryRun: Bool = false,
        names: [String]? = nil
    ) {
        self.names = names
        self.since = since
        self.until = until
        self.user = user
        self.isDryRun = isDryRun
    }

    public static let owner = "UndoChanges"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        since = try options.raw("since", value?.since)
        until = try options.raw("until", value?.until)
        user = try options.field("user", value?.user)
        isDryRun = try options.field("dry-run", value?.isDryRun, usual: false)
        let (names, hasRange) = (try options.field("names", value?.names), since != nil || until != nil)
        self.names = names
        options.check((names?.count ?? 0) <= Self.mostNames, "'names' has at most \(Self.mostNames) entries.")
        options.check(names == nil || !hasRange, "'names' cannot be combined with 'since' or 'until'.")
    }
}

/// The result of `UndoChanges`.
public struct UndoneChanges: OptionDictionary, Hashable {
    /// The number of assets, albums and folders that were changed.
    public let undone: Int
    /// The identifiers of changed objects, at most ten thousand.
    public let ids: [ObjectID]
    /// The values and objects that the undo did not change, at most ten thousand.
    public let skipped: [SkippedChange]
    /// The number of all values and objects that the undo did not change.
    public let skippedCount: Int
    /// The date since which the history is complete; nil if it contains all changes to undo. If set, values return to
    /// their state on that date.
    public let keptSince: Timestamp?

    package static let mostRows = 10_000

    package init(undone ids: [ObjectID], skipped: [SkippedChange], keptSince: Timestamp? = nil) {
        undone = ids.count
        self.ids = Array(ids.prefix(UndoneChanges.mostRows))
        self.skipped = Array(skipped.prefix(UndoneChanges.mostRows))
        skippedCount = skipped.count
        self.keptSince = keptSince
    }

    public static let tolerance = OptionTolerance.unknownValues

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        undone = try options.count("undone", value?.undone) ?? 0
        ids = try options.knownIdentifiers("ids", value?.ids)
        let rows = try options.field("skipped", value?.skipped, as: { $0.map(\.representation) }) { rows, _ in
            try rows.map(SkippedChange.init(representation:))
        }
        skipped = rows ?? []
        skippedCount = try options.count("skipped-count", value?.skippedCount) ?? 0
        keptSince = try options.raw("kept-since", value?.keptSince)
    }
}

/// A value or object that an undo did not change.
public struct SkippedChange: OptionDictionary, Hashable {
    public let id: ObjectID
    /// The aspect that did not change: a property, or `content`, `trash`, `title`, `parent`, `cover`, `order`, `assets`
    /// or `existence`.
    public let aspect: String
    /// The reason as a sentence for a person.
    public let reason: String

    package init(id: ObjectID, aspect: String, reason: String) {
        self.id = id
        self.aspect = aspect
        self.reason = reason
    }

    public static let owner = "UndoChanges"
    public static let tolerance = OptionTolerance.unknownKeys

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        id = try options.required("id", (value?.id).map(ObjectIDText.init)).id
        aspect = try options.field("aspect", value?.aspect) ?? ""
        reason = try options.field("reason", value?.reason) ?? ""
    }
}
