public import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy

/// An app's identity as the broker sees it.
public struct ClientIdentity: DBusRepresentable, Hashable {
    /// Nil if the broker could not identify the app; it then refuses every call that needs permission.
    public let id: ClientID?
    /// Whether the kernel isolates this app from others, so that none can impersonate it.
    public let isVerified: Bool
    /// The rights of its grant; none for an app that may not read.
    public let rights: Rights
    /// The limits of what it reads.
    public let limits: ContentLimits

    private enum Key: String { case id, kind, verified, rights }

    package init(_ id: ClientID?, rights: Rights = [], limits: ContentLimits = ContentLimits()) {
        self.id = id
        isVerified = id?.kind.isVerified ?? false
        self.rights = rights
        self.limits = limits
    }

    public init(representation options: Options) {
        id = options[Key.id].flatMap { ClientID($0) }
        isVerified = options[Key.verified] ?? false
        let names = options[Key.rights, as: [String].self] ?? []
        rights = names.reduce(into: []) { $0.formUnion(Rights(name: $1) ?? []) }
        limits = options.limits
    }

    /// An unidentified app has the identifier "" and the kind "".
    public var representation: Options {
        var options: Options = [:]
        options[Key.id] = id?.description ?? ""
        options[Key.kind] = id?.kind.rawValue ?? ""
        options[Key.verified] = isVerified
        options[Key.rights] = rights.names
        options.put(limits)
        return options
    }
}

/// A connection of a client to the bus: a row of `ListClients`.
public struct ConnectedApp: DBusRepresentable, Hashable {
    /// The name on the bus, for example `:1.42`.
    public let name: String
    /// Nil if the broker could not identify it.
    public let client: ClientID?
    /// The uid of the program.
    public let user: UInt32?
    public let pid: UInt32?
    public let openResults: Int
    /// Requests that wait for the person or for content.
    public let openRequests: Int
    /// Whether it is sent changes.
    public let isSubscribed: Bool
    /// The level in force; nil for the owner's own programs, and if its library is not open.
    public let level: Level?
    /// Why it is paused and reads nothing, a sentence of the broker; nil if it is not.
    public let pause: String?

    package enum Key: String, CodingKey {
        case name, client, kind, verified, user, pid, results, requests, subscribed, level, paused
    }

    package init(
        name: String, client: ClientID?, user: UInt32?, pid: UInt32?, openResults: Int, openRequests: Int,
        isSubscribed: Bool, level: Level? = nil, pause: String? = nil
    ) {
        self.name = name
        self.client = client
        self.user = user
        self.pid = pid
        self.openResults = openResults
        self.openRequests = openRequests
        self.isSubscribed = isSubscribed
        self.level = level
        self.pause = pause
    }

    /// Whether the kernel isolates the app from others.
    public var isVerified: Bool { client?.kind.isVerified ?? false }

    public init(representation options: Options) {
        name = options[Key.name] ?? ""
        client = options[Key.client].flatMap { ClientID($0) }
        user = options[Key.user]
        pid = options[Key.pid]
        openResults = Int(options[Key.results, as: UInt32.self] ?? 0)
        openRequests = Int(options[Key.requests, as: UInt32.self] ?? 0)
        isSubscribed = options[Key.subscribed] ?? false
        level = options[Key.level].flatMap(Level.init(rawValue:))
        pause = options[Key.paused]
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.name] = name
        options[Key.client] = client?.description ?? ""
        options[Key.kind] = client?.kind.rawValue ?? ""
        options[Key.verified] = isVerified
        options[Key.user] = user
        options[Key.pid] = pid
        options[Key.results] = UInt32(clamping: openResults)
        options[Key.requests] = UInt32(clamping: openRequests)
        options[Key.subscribed] = isSubscribed
        options[Key.level] = level?.rawValue
        options[Key.paused] = pause
        return options
    }
}
