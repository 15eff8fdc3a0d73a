public import FilmgateDBus
public import FilmgateModel

/// A token on the bus. Any other text counts as a token that was never issued.
public struct ChangeTokenText: DBusRepresentable, Hashable {
    public let token: ChangeToken

    public init(_ token: ChangeToken) { self.token = token }

    public init(representation: String) { token = ChangeToken(representation) }

    public var representation: String { token.text }

    /// Stands for a token for a client that may read nothing.
    public static let none = ChangeTokenText(ChangeToken(""))
}

/// Changes in the form of signals and `ChangesSince`.
public struct ChangesDescription: DBusRepresentable, Equatable {
    public let changes: LibraryChanges
    /// Whether there is more, from the accompanying token on.
    public let hasMore: Bool

    private enum Key: String { case reason, incremental, more }

    public init(_ changes: LibraryChanges, hasMore: Bool = false) {
        self.changes = changes
        self.hasMore = hasMore
    }

    /// Ignores keys that this version does not know: a newer broker may send more.
    ///
    /// - Throws: `WireError.invalidArgument` for an invalid identifier.
    public init(representation: Options) throws {
        let reason = representation[Key.reason, as: String.self].flatMap(LibraryChanges.Reason.init(rawValue:))
        var changes = LibraryChanges(reason: reason ?? .library)
        changes.isIncremental = representation[Key.incremental] ?? true
        try Self.assets.forEach { name, list in changes[keyPath: list] = try representation.ids(name) }
        try Self.albums.forEach { name, list in changes[keyPath: list] = try representation.ids(name) }
        try Self.folders.forEach { name, list in changes[keyPath: list] = try representation.ids(name) }
        self.init(changes, hasMore: representation[Key.more] ?? false)
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.reason] = changes.reason.rawValue
        options[Key.incremental] = changes.isIncremental
        options[Key.more] = hasMore ? true : nil
        for (name, list) in Self.assets { options.put(changes[keyPath: list], as: name) }
        for (name, list) in Self.albums { options.put(changes[keyPath: list], as: name) }
        for (name, list) in Self.folders { options.put(changes[keyPath: list], as: name) }
        return options
    }

    private typealias List<ID> = (String, any WritableKeyPath<LibraryChanges, [ID]> & Sendable)

    private static let assets: [List<AssetID>] = [
        ("inserted", \.inserted), ("updated", \.updated), ("content-updated", \.contentUpdated), ("deleted", \.deleted),
        ("entered-scope", \.enteredScope),
        ("left-scope", \.leftScope),
    ]
    private static let albums: [List<AlbumID>] = [
        ("albums-inserted", \.albumsInserted), ("albums-updated", \.albumsUpdated),
        ("albums-deleted", \.albumsDeleted),
    ]
    private static let folders: [List<FolderID>] = [
        ("folders-inserted", \.foldersInserted), ("folders-updated", \.foldersUpdated),
        ("folders-deleted", \.foldersDeleted),
    ]
}

extension Options {
    fileprivate func ids<ID: LocalIdentifier>(_ key: String) throws -> [ID] {
        try self[key]?.decoded(as: [LibraryIdentifier].self).map { ID(uuid: $0.id.uuid) } ?? []
    }

    fileprivate mutating func put(_ ids: [some LocalIdentifier], as key: String) {
        if !ids.isEmpty { self[key] = Variant(ids.map(\.description)) }
    }
}
