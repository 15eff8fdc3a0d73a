public import FilmgateDBus
package import FilmgateModel
public import FilmgatePolicy

/// A client's grant, for administrators: a row of `ListGrants`.
public struct ClientGrant: DBusRepresentable, Hashable {
    package let record: GrantRecord
    /// The uid of the library's owner.
    public let user: UInt32
    /// Why the client is paused and reads nothing, a sentence of the broker; nil if it is not.
    public let pause: String?
    /// Whether it may ask the person nothing.
    public let isMuted: Bool

    package enum Key: String, CodingKey {
        case client, user, level, rights, expires, once, connection, paused, muted
        case maxPixels = "max-pixels"
        case locationPrecision = "location-precision"
        case mediaTypes = "media-types"
        case addOnly = "add-only"
        case readWrite = "read-write"
        case selectionCount = "selection-count"
        case selectedAlbums = "selected-albums"
        case grantedBy = "granted-by"
        case grantedDate = "granted-date"
        case lastUsed = "last-used"
    }

    package init(_ record: GrantRecord, user: UInt32, pause: String?, isMuted: Bool = false) {
        (self.record, self.user, self.pause, self.isMuted) = (record, user, pause, isMuted)
    }

    public var level: Level { Level(record.grant) }

    /// Whether somebody decided about adding or reading, or the client is paused: then there is something to take back.
    public var isDecided: Bool {
        record.grant.addOnly != .notDetermined || record.grant.readWrite != .notDetermined || pause != nil
    }

    public init(representation options: Options) throws {
        guard let client = options[Key.client].flatMap({ ClientID($0) }),
            let addOnly = options[Key.addOnly].flatMap(AddOnlyStatus.init(rawValue:)),
            let readWrite = options[Key.readWrite].flatMap(ReadWriteStatus.init(rawValue:))
        else { throw WireError.invalidArgument("ListGrants: a row lacks its client or its statuses.") }
        let rights = options[Key.rights, as: [String].self] ?? []
        let expires = options[Key.expires].map(Timestamp.init(rawValue:))
        let isOnce = options[Key.once] ?? false
        record = GrantRecord(
            holder: options[Key.connection].map { .connection($0, of: client) } ?? .client(client),
            grant: Grant(
                addOnly: addOnly, readWrite: readWrite,
                rights: rights.reduce(into: []) { $0.formUnion(Rights(name: $1) ?? []) }, limits: options.limits,
                grantor: options[Key.grantedBy].flatMap(Grantor.init(rawValue:))),
            terms: Terms(both: expires.map { .until($0, remaining: .max) } ?? (isOnce ? .lastConnection(of: []) : nil)),
            grantedDate: Timestamp(rawValue: options[Key.grantedDate] ?? 0),
            lastUsed: options[Key.lastUsed].map(Timestamp.init(rawValue:)),
            selectionCount: options[Key.selectionCount] ?? 0, selectedAlbums: options[Key.selectedAlbums] ?? 0)
        user = options[Key.user] ?? 0
        pause = options[Key.paused]
        isMuted = options[Key.muted] ?? false
    }

    public var representation: Options {
        let grant = record.grant
        var options: Options = [:]
        options[Key.client] = record.holder.client.description
        options[Key.user] = user
        options[Key.level] = level.rawValue
        options[Key.addOnly] = grant.addOnly.rawValue
        options[Key.readWrite] = grant.readWrite.rawValue
        options[Key.selectionCount] = record.selectionCount
        options[Key.selectedAlbums] = record.selectedAlbums
        options[Key.rights] = grant.rights.names
        options.put(grant.limits)
        options[Key.grantedDate] = record.grantedDate.rawValue
        options[Key.grantedBy] = grant.grantor?.rawValue
        options[Key.expires] = record.expires?.rawValue
        options[Key.once] = record.isOnce ? true : nil
        options[Key.connection] = record.holder.connection
        options[Key.lastUsed] = record.lastUsed?.rawValue
        options[Key.paused] = pause
        options[Key.muted] = isMuted ? true : nil
        return options
    }
}
