public import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy

/// The level of a grant, as a string on the bus. Only levels that can be set are valid.
public struct WireLevel: DBusRepresentable, Hashable {
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

/// The option `user`: the UID of the owner of the library to which the call applies; nil means the caller.
public struct UserOption: OptionDictionary, Hashable {
    public var user: UInt32?

    public init(user: UInt32? = nil) { self.user = user }

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        user = try options.field("user", value?.user)
    }
}

/// The options of `ListGrants`, which select the returned grants.
public struct GrantFilter: OptionDictionary, Hashable {
    public var client: ClientID?
    public var user: UInt32?

    public init(client: ClientID? = nil, user: UInt32? = nil) {
        self.client = client
        self.user = user
    }

    public static let owner = "ListGrants"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        client = try options.client("client", value?.client)
        user = try options.field("user", value?.user)
    }
}

/// The options of `SetGrant`.
public struct GrantOptions: OptionDictionary, Hashable {
    /// The owner of the library; nil means the caller.
    public var user: UInt32?
    /// For `limited`, the assets that the client sees, and the albums whose present and future contents it sees; nil
    /// selects nothing, unless `keepsSelection` is set.
    public var selection: [ObjectID]?
    /// Whether `limited` keeps the current selection, if the client is limited when the decision takes effect.
    public var keepsSelection = false
    /// The date at which the grant expires and becomes undetermined; nil means never.
    public var expires: Timestamp?
    /// Whether the grant ends with the client's last connection. The client must be connected. Cannot be combined with
    /// `expires`.
    public var isOnce = false
    /// Whether the client is muted. A muted client may not ask the person anything (picks, questions, confirmations)
    /// until the next decision about it.
    public var isMuted = false
    /// The rights; nil means the default for the kind of client: all rights except `manage`. The default for sandboxed
    /// clients does not include `location` either.
    public var rights: Rights?
    public var limits = ContentLimits()

    /// Whether the grant never ends.
    public var isForGood: Bool { expires == nil && !isOnce }

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

    public static let owner = "SetGrant"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        user = try options.field("user", value?.user)
        selection = try options.identifiers("selection", value?.selection)
        keepsSelection = try options.field("keep-selection", value?.keepsSelection, usual: false)
        expires = try options.raw("expires", value?.expires)
        isOnce = try options.field("once", value?.isOnce, usual: false)
        isMuted = try options.field("mute", value?.isMuted, usual: false)
        rights = try options.field("rights", value?.rights.map(RightNames.init))?.rights
        limits = try ContentLimits(value?.limits, &options)
        options.check(expires == nil || !isOnce, "'expires' and 'once' cannot be combined.")
    }
}

/// The options of `PauseClient`.
public struct PauseOptions: OptionDictionary, Hashable {
    /// The owner of the library; nil means the caller.
    public var user: UInt32?
    /// The time at which the pause ends.
    public var until: Timestamp

    public init(until end: Timestamp, user: UInt32? = nil) { (until, self.user) = (end, user) }

    public static let owner = "PauseClient"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        user = try options.field("user", value?.user)
        until = try Coder.require(options.raw("until", value?.until), "PauseClient: 'until' is missing.")
    }
}

/// The rights of a grant, as an array of strings on the bus.
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
