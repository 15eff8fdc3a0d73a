public import FilmgateModel
public import FilmgateWire
public import FoundationEssentials

extension ClientGrant {
    /// Describes a client that has no grant because no decision about it was made.
    package init(undetermined client: ClientID) {
        let record = GrantRecord(holder: .client(client), grant: .undetermined, grantedDate: Timestamp(rawValue: 0))
        self.init(record, user: 0, pause: nil)
    }

    public var client: ClientID { record.holder.client }
    public var addOnly: AuthorizationStatus { AuthorizationStatus(record.grant.addOnly) }
    public var readWrite: AuthorizationStatus { AuthorizationStatus(record.grant.readWrite) }
    public var rights: Rights { record.grant.rights }
    /// The limits on what the client reads.
    public var limits: ContentLimits { record.grant.limits }
    /// The number of assets that were selected for the client, including those in selected albums; meaningful only for
    /// the level `limited`.
    public var selectionCount: Int { Int(record.selectionCount) }
    /// The number of albums that were selected for the client.
    public var selectedAlbums: Int { Int(record.selectedAlbums) }
    /// The origin of the decision; nil if there is no decision.
    public var grantor: Grantor? { record.grant.grantor }
    public var grantedDate: Date { Date(record.grantedDate) }
    /// The end of the grant; nil if it does not expire.
    public var expires: Date? { record.expires.map { Date($0) } }
    /// The date at which the client's pause ends by itself; nil if only a decision about the client ends the pause, or
    /// if the client is not paused.
    public var pausedUntil: Date? { pauseEnds.map { Date($0) } }
    /// Whether the grant ends with the client's connection.
    public var isOnce: Bool { record.isOnce }
    public var lastUsed: Date? { record.lastUsed.map { Date($0) } }
}
