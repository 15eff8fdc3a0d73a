public import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy

/// The reply of `GetClient`: the app's identity as determined by the broker, and its rights and limits.
public struct ClientIdentity: OptionDictionary, Hashable {
    /// The app's identity; nil if the broker could not identify the app. The broker then refuses every call that needs
    /// permission.
    public let id: ClientID?
    /// Whether the kernel isolates this app from other apps, so that they cannot impersonate it.
    public let isVerified: Bool
    /// The rights of the app's grant; empty for an app that may not read.
    public let rights: Rights
    /// The limits on the content that the app gets.
    public let limits: ContentLimits

    package init(_ id: ClientID?, rights: Rights = [], limits: ContentLimits = ContentLimits()) {
        self.id = id
        isVerified = id?.kind.isVerified ?? false
        self.rights = rights
        self.limits = limits
    }

    public static let tolerance = OptionTolerance.unknownValues

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        id = try options.field("id", value.map { $0.id?.description ?? "" }).flatMap { ClientID($0) }
        try options.derived("kind", value.map { $0.id?.kind.rawValue ?? "" })
        isVerified = try options.field("verified", value?.isVerified) ?? false
        rights = try options.knownRights("rights", value?.rights)
        limits = try ContentLimits(value?.limits, &options)
    }
}

/// A row of `ListClients`: a client's connection to the bus.
public struct ConnectedApp: OptionDictionary, Hashable {
    /// The unique bus name, for example `:1.42`.
    public let name: String
    /// The client; nil if the broker could not identify the program.
    public let client: ClientID?
    /// The delegate (a program that acts for apps) that is connected for the client; nil if the client itself is.
    public let delegate: ClientID?
    /// The UID of the program.
    public let user: UInt32?
    public let pid: UInt32?
    public let openResults: Int
    /// The number of requests that wait for the person or for content.
    public let openRequests: Int
    /// Whether the connection is subscribed to changes.
    public let isSubscribed: Bool
    /// The level in force; nil for the owner's own programs, and if the library is not open.
    public let level: Level?
    /// The reason why the client is paused and cannot read, as a sentence of the broker; nil if not paused.
    public let pause: String?

    package init(
        name: String, client: ClientID?, through delegate: ClientID? = nil, user: UInt32?, pid: UInt32?,
        openResults: Int, openRequests: Int, isSubscribed: Bool, level: Level? = nil, pause: String? = nil
    ) {
        self.name = name
        self.client = client
        self.delegate = delegate
        self.user = user
        self.pid = pid
        self.openResults = openResults
        self.openRequests = openRequests
        self.isSubscribed = isSubscribed
        self.level = level
        self.pause = pause
    }

    /// Whether the kernel isolates the app from other apps.
    public var isVerified: Bool { client?.kind.isVerified ?? false }

    public static let tolerance = OptionTolerance.unknownValues

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        name = try options.field("name", value?.name) ?? ""
        client = try options.field("client", value.map { $0.client?.description ?? "" }).flatMap { ClientID($0) }
        try options.derived("kind", value.map { $0.client?.kind.rawValue ?? "" })
        try options.derived("verified", value?.isVerified)
        delegate = try options.field("through", value?.delegate?.description).flatMap { ClientID($0) }
        user = try options.field("user", value?.user)
        pid = try options.field("pid", value?.pid)
        openResults = try options.count("results", value?.openResults) ?? 0
        openRequests = try options.count("requests", value?.openRequests) ?? 0
        isSubscribed = try options.field("subscribed", value?.isSubscribed) ?? false
        level = try options.raw("level", value?.level)
        pause = try options.field("paused", value?.pause)
    }
}
