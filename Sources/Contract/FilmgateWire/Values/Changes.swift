public import FilmgateDBus
public import FilmgateModel

/// A change token as a string on the bus. Every string is accepted here; the library checks the token.
public struct ChangeTokenText: DBusRepresentable, Hashable {
    public let token: ChangeToken

    public init(_ token: ChangeToken) { self.token = token }

    public init(representation: String) { token = ChangeToken(representation) }

    public var representation: String { token.text }

    /// The empty text, which replaces the token for a client that may not read.
    public static let none = ChangeTokenText(ChangeToken(""))
}

/// The changes in the signal `LibraryChanged` and in the reply of `ChangesSince`.
public struct ChangesDescription: OptionDictionary, Equatable {
    public let changes: LibraryChanges
    /// Whether there are more changes after the accompanying token.
    public let hasMore: Bool

    public init(_ changes: LibraryChanges, hasMore: Bool = false) {
        self.changes = changes
        self.hasMore = hasMore
    }

    public static let owner = "changes"
    public static let tolerance = OptionTolerance.unknownKeys

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        let old = value?.changes
        var changes = LibraryChanges(reason: try options.raw("reason", old?.reason) ?? .library)
        changes.isIncremental = try options.field("incremental", old?.isIncremental) ?? true
        changes.inserted = try options.list("inserted", old?.inserted)
        changes.updated = try options.list("updated", old?.updated)
        changes.contentUpdated = try options.list("content-updated", old?.contentUpdated)
        changes.deleted = try options.list("deleted", old?.deleted)
        changes.enteredScope = try options.list("entered-scope", old?.enteredScope)
        changes.leftScope = try options.list("left-scope", old?.leftScope)
        changes.albumsInserted = try options.list("albums-inserted", old?.albumsInserted)
        changes.albumsUpdated = try options.list("albums-updated", old?.albumsUpdated)
        changes.albumsDeleted = try options.list("albums-deleted", old?.albumsDeleted)
        changes.foldersInserted = try options.list("folders-inserted", old?.foldersInserted)
        changes.foldersUpdated = try options.list("folders-updated", old?.foldersUpdated)
        changes.foldersDeleted = try options.list("folders-deleted", old?.foldersDeleted)
        self.changes = changes
        hasMore = try options.field("more", value?.hasMore, usual: false)
    }
}

extension OptionCoder {
    /// Reads or writes identifiers. An empty list is omitted.
    fileprivate mutating func list<ID: LocalIdentifier>(_ key: String, _ ids: [ID]?) throws(Failure) -> [ID] {
        try identifiers(key, ids?.isEmpty == true ? nil : ids) ?? []
    }
}
