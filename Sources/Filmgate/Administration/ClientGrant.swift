public import FilmgateModel
public import FilmgatePolicy
public import FoundationEssentials
internal import FilmgateWire

/// A client's grant, for administrators.
public struct ClientGrant: Hashable, Sendable {
    public let client: ClientID
    /// The uid of the library's owner.
    public let user: UInt32
    public let level: Level
    public let addOnly: AuthorizationStatus
    public let readWrite: AuthorizationStatus
    public let rights: Rights
    /// The number of assets that were selected for it; meaningful for the level `limited`.
    public let selectionCount: Int
    /// Nil if there is no decision.
    public let grantor: Grantor?
    public let grantedDate: Date
    /// Nil: it does not expire.
    public let expires: Date?
    /// Whether it ends with the client's connection.
    public let isOnce: Bool
    public let lastUsed: Date?

    init(_ description: GrantDescription) {
        let record = description.record
        client = record.holder.client
        user = description.user
        level = description.level
        addOnly = AuthorizationStatus(record.grant.addOnly)
        readWrite = AuthorizationStatus(record.grant.readWrite)
        rights = record.grant.rights
        selectionCount = Int(record.selectionCount)
        grantor = record.grant.grantor
        grantedDate = Date(record.grantedDate)
        expires = record.expires.map { Date($0) }
        isOnce = record.isOnce
        lastUsed = record.lastUsed.map { Date($0) }
    }
}

/// A connection of a client to the bus.
public struct ConnectedApp: Hashable, Sendable {
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

    init(_ connected: ConnectedClient) {
        name = connected.name
        client = connected.client
        user = connected.user
        pid = connected.pid
        openResults = Int(connected.openResults)
        openRequests = Int(connected.openRequests)
        isSubscribed = connected.isSubscribed
    }

    /// Whether the kernel isolates the app from others.
    public var isVerified: Bool { client?.kind.isVerified ?? false }
}
