public import FilmgateDBus
package import FilmgateModel
public import FilmgatePolicy

/// A client's grant, for administrators: a row of `ListGrants`.
public struct ClientGrant: OptionDictionary, Hashable {
    package let record: GrantRecord
    /// The UID of the library's owner.
    public let user: UInt32
    /// The reason why the client is paused and cannot read, as a sentence of the broker; nil if the client is not
    /// paused.
    public let pause: String?
    /// The time at which the pause ends without a decision; nil if only a decision about the client ends the pause, or
    /// if the client is not paused.
    package let pauseEnds: Timestamp?
    /// The level that a paused client had before the pause; nil if the client is not paused.
    public let pausedLevel: Level?
    /// Whether the client is muted, so that it cannot ask the person.
    public let isMuted: Bool
    /// The number of picked items that the client can open again.
    public let keptItemCount: UInt32

    package init(
        _ record: GrantRecord, user: UInt32, pause: String?, pauseEnds: Timestamp? = nil, pausedLevel: Level? = nil,
        isMuted: Bool = false, keptItemCount: UInt32 = 0
    ) {
        (self.record, self.user, self.isMuted, self.keptItemCount) = (record, user, isMuted, keptItemCount)
        (self.pause, self.pauseEnds, self.pausedLevel) = (pause, pauseEnds, pausedLevel)
    }

    public var level: Level { Level(record.grant) }

    /// Whether there is a decision about adding or reading, or the client is paused.
    public var isDecided: Bool {
        record.grant.addOnly != .notDetermined || record.grant.readWrite != .notDetermined || pause != nil
    }

    /// Whether a reset would change the client's access, or delete items that it can open again.
    public var canBeReset: Bool { isDecided && level != .restricted || keptItemCount > 0 }

    public static let owner = "ListGrants"
    public static let tolerance = OptionTolerance.unknownValues

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        let (old, grant) = (value?.record, value?.record.grant)
        let missing = "ListGrants: a row lacks its client or its statuses."
        let client = try Coder.require(options.client("client", old?.holder.client), missing)
        let connection = try options.field("connection", old?.holder.connection)
        let expires = try options.raw("expires", old?.expires)
        let isOnce = try options.field("once", old?.isOnce, usual: false)
        record = GrantRecord(
            holder: connection.map { .connection($0, of: client) } ?? .client(client),
            grant: Grant(
                addOnly: try Coder.require(options.raw("add-only", grant?.addOnly), missing),
                readWrite: try Coder.require(options.raw("read-write", grant?.readWrite), missing),
                rights: try options.knownRights("rights", grant?.rights),
                limits: try ContentLimits(grant?.limits, &options),
                grantor: try options.raw("granted-by", grant?.grantor)),
            terms: GrantTerms(
                both: expires.map { .until($0, remaining: .max) } ?? (isOnce ? .lastConnection(of: []) : nil)),
            grantedDate: try options.raw("granted-date", old?.grantedDate) ?? Timestamp(rawValue: 0),
            lastUsed: try options.raw("last-used", old?.lastUsed),
            selectionCount: try options.field("selection-count", old?.selectionCount) ?? 0,
            selectedAlbums: try options.field("selected-albums", old?.selectedAlbums) ?? 0)
        user = try options.field("user", value?.user) ?? 0
        pause = try options.field("paused", value?.pause)
        pauseEnds = try options.raw("paused-until", value?.pauseEnds)
        pausedLevel = try options.raw("paused-level", value?.pausedLevel)
        isMuted = try options.field("muted", value?.isMuted, usual: false)
        keptItemCount = try options.field("kept-items", value?.keptItemCount, usual: 0)
        try options.derived("level", value?.level.rawValue)
    }
}
