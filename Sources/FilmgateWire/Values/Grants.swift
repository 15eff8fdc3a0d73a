public import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy

/// A level on the bus.
public struct LevelName: DBusRepresentable, Hashable {
    public let level: Level

    public init(_ level: Level) { self.level = level }

    public init(representation: String) throws {
        guard let level = Level(rawValue: representation), level.statuses != nil else {
            throw WireError.invalidArgument(
                "'\(quotable(representation))' is not a level that can be set: there are 'none', 'add-only', 'limited' "
                    + "and 'full'; ResetGrant undoes a decision.")
        }
        self.level = level
    }

    public var representation: String { level.rawValue }
}

/// The option `user`: whose grants are meant; if absent, the caller's own.
public struct UserOption: DBusRepresentable, Hashable {
    public var user: UInt32?

    public init(user: UInt32? = nil) { self.user = user }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "options")
        user = try reader.take("user")
        try reader.finish()
    }

    public var representation: Options { user.map { ["user": Variant($0)] } ?? [:] }
}

/// Which grants `ListGrants` returns.
public struct GrantFilter: DBusRepresentable, Hashable {
    public var client: ClientID?
    public var user: UInt32?

    public init(client: ClientID? = nil, user: UInt32? = nil) {
        self.client = client
        self.user = user
    }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "ListGrants")
        client = try reader.take("client", as: ClientName.self)?.id
        user = try reader.take("user")
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = [:]
        if let client { options["client"] = Variant(client.description) }
        if let user { options["user"] = Variant(user) }
        return options
    }
}

/// The options of `SetGrant`.
public struct GrantOptions: DBusRepresentable, Hashable {
    public var user: UInt32?
    /// Assets and albums.
    public var selection: [ObjectID]?
    /// Whether the selection is kept if the client is limited at that moment; otherwise nothing stays selected.
    public var keepsSelection = false
    public var expires: Timestamp?
    /// Nil: the default for the kind of client.
    public var rights: Rights?

    public init(
        user: UInt32? = nil, selection: [ObjectID]? = nil, keepsSelection: Bool = false, expires: Timestamp? = nil,
        rights: Rights? = nil
    ) {
        self.user = user
        self.selection = selection
        self.keepsSelection = keepsSelection
        self.expires = expires
        self.rights = rights
    }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "SetGrant")
        user = try reader.take("user")
        selection = try reader.take("selection", as: [LibraryIdentifier].self)?.map(\.id)
        keepsSelection = try reader.take("keep-selection") ?? false
        expires = try reader.take("expires", as: Int64.self).map(Timestamp.init(rawValue:))
        rights = try reader.take("rights", as: RightNames.self)?.rights
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = [:]
        if let user { options["user"] = Variant(user) }
        if let selection { options["selection"] = Variant(selection.map(\.description)) }
        if keepsSelection { options["keep-selection"] = Variant(true) }
        if let expires { options["expires"] = Variant(expires.rawValue) }
        if let rights { options["rights"] = Variant(rights.names) }
        return options
    }
}

/// Rights on the bus.
public struct RightNames: DBusRepresentable, Hashable {
    public let rights: Rights

    public init(_ rights: Rights) { self.rights = rights }

    public init(representation: [String]) throws {
        rights = try representation.reduce(into: []) { rights, name in
            guard let right = Rights(name: name) else {
                throw WireError.invalidArgument(
                    "'\(quotable(name))' is not a right: there are 'location', 'originals' and 'captions'.")
            }
            rights.formUnion(right)
        }
    }

    public var representation: [String] { rights.names }
}

/// A grant in the form of `ListGrants`.
public struct GrantDescription: DBusRepresentable, Equatable {
    public let record: GrantRecord
    public let user: UInt32

    public init(_ record: GrantRecord, user: UInt32) {
        self.record = record
        self.user = user
    }

    public var level: Level { Level(record.grant) }

    public init(representation: Options) throws {
        guard let client = representation["client"]?.value(as: String.self).flatMap({ ClientID($0) }),
            let addOnly = representation["add-only"]?.value(as: String.self).flatMap(AddOnlyStatus.init(rawValue:)),
            let readWrite = representation["read-write"]?.value(as: String.self).flatMap(
                ReadWriteStatus.init(rawValue:))
        else { throw WireError.invalidArgument("ListGrants: a row lacks its client or its statuses.") }
        let rights = representation["rights"]?.value(as: [String].self) ?? []
        let expires = representation["expires"]?.value(as: Int64.self).map(Timestamp.init(rawValue:))
        let connection = representation["connection"]?.value(as: String.self)
        let isOnce = representation["once"]?.value(as: Bool.self) ?? false
        record = GrantRecord(
            holder: connection.map { .connection($0, of: client) } ?? .client(client),
            grant: Grant(
                addOnly: addOnly, readWrite: readWrite,
                rights: rights.reduce(into: []) { $0.formUnion(Rights(name: $1) ?? []) },
                grantor: representation["granted-by"]?.value(as: String.self).flatMap(Grantor.init(rawValue:))),
            terms: Terms(both: expires.map { .until($0, remaining: .max) } ?? (isOnce ? .connection("") : nil)),
            grantedDate: Timestamp(rawValue: representation["granted-date"]?.value(as: Int64.self) ?? 0),
            lastUsed: representation["last-used"]?.value(as: Int64.self).map(Timestamp.init(rawValue:)),
            selectionCount: representation["selection-count"]?.value(as: UInt32.self) ?? 0)
        user = representation["user"]?.value(as: UInt32.self) ?? 0
    }

    public var representation: Options {
        let grant = record.grant
        var options: Options = [
            "client": Variant(record.holder.client.description), "user": Variant(user),
            "level": Variant(level.rawValue),
            "add-only": Variant(grant.addOnly.rawValue), "read-write": Variant(grant.readWrite.rawValue),
            "selection-count": Variant(record.selectionCount), "rights": Variant(grant.rights.names),
            "granted-date": Variant(record.grantedDate.rawValue),
        ]
        if let grantor = grant.grantor { options["granted-by"] = Variant(grantor.rawValue) }
        if let expires = record.expires { options["expires"] = Variant(expires.rawValue) }
        if record.isOnce { options["once"] = Variant(true) }
        if let connection = record.holder.connection { options["connection"] = Variant(connection) }
        if let lastUsed = record.lastUsed { options["last-used"] = Variant(lastUsed.rawValue) }
        return options
    }
}
