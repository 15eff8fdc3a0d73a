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

    private enum Key: String { case user }

    public init(user: UInt32? = nil) { self.user = user }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "options")
        user = try reader.take(Key.user)
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.user] = user
        return options
    }
}

/// Which grants `ListGrants` returns.
public struct GrantFilter: DBusRepresentable, Hashable {
    public var client: ClientID?
    public var user: UInt32?

    private enum Key: String { case client, user }

    public init(client: ClientID? = nil, user: UInt32? = nil) {
        self.client = client
        self.user = user
    }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "ListGrants")
        client = try reader.take(Key.client, as: ClientName.self)?.id
        user = try reader.take(Key.user)
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.client] = client?.description
        options[Key.user] = user
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
    /// Whether the grant ends with the client's last connection.
    public var isOnce = false
    /// Whether the client may ask the person nothing.
    public var isMuted = false
    /// Nil: the default for the kind of client.
    public var rights: Rights?
    public var limits = ContentLimits()

    /// Whether the grant has no end.
    public var isForGood: Bool { expires == nil && !isOnce }

    private enum Key: String {
        case user, selection, expires, once, mute, rights
        case keepSelection = "keep-selection"
    }

    public init(
        user: UInt32? = nil, selection: [ObjectID]? = nil, keepsSelection: Bool = false, expires: Timestamp? = nil,
        isOnce: Bool = false, isMuted: Bool = false, rights: Rights? = nil, limits: ContentLimits = ContentLimits()
    ) {
        self.user = user
        self.selection = selection
        self.keepsSelection = keepsSelection
        self.expires = expires
        self.isOnce = isOnce
        self.isMuted = isMuted
        self.rights = rights
        self.limits = limits
    }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "SetGrant")
        user = try reader.take(Key.user)
        selection = try reader.take(Key.selection, as: [LibraryIdentifier].self)?.map(\.id)
        keepsSelection = try reader.take(Key.keepSelection) ?? false
        expires = try reader.take(Key.expires).map(Timestamp.init(rawValue:))
        isOnce = try reader.take(Key.once) ?? false
        isMuted = try reader.take(Key.mute) ?? false
        rights = try reader.take(Key.rights, as: RightNames.self)?.rights
        limits = try reader.takeLimits()
        try reader.finish()
        guard expires == nil || !isOnce else {
            throw WireError.invalidArgument("SetGrant: 'expires' and 'once' cannot be combined.")
        }
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.user] = user
        options[Key.selection] = selection?.map(\.description)
        options[Key.keepSelection] = keepsSelection ? true : nil
        options[Key.expires] = expires?.rawValue
        options[Key.once] = isOnce ? true : nil
        options[Key.mute] = isMuted ? true : nil
        options[Key.rights] = rights?.names
        options.put(limits)
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
                    "'\(quotable(name))' is not a right: there are '\(Rights.all.names.joined(separator: "', '"))'.")
            }
            rights.formUnion(right)
        }
        guard rights.isComplete else {
            throw WireError.invalidArgument("the right 'manage' needs the right 'write'.")
        }
    }

    public var representation: [String] { rights.names }
}
