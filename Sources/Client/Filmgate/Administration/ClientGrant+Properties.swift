public import FilmgateModel
public import FilmgateWire
public import FoundationEssentials

extension ClientGrant {
    /// Creates a value for a client that has no grant because no decision was made.
    package init(undetermined client: ClientID) {
        let record = GrantRecord(holder: .client(client), grant: .undetermined, grantedDate: Timestamp(rawValue: 0))
        self.init(record, user: 0, pause: nil)
    }

    public var client: ClientID { record.holder.client }
    public var addOnly: AuthorizationStatus { AuthorizationStatus(record.grant.addOnly) }
    public var readWrite: AuthorizationStatus { AuthorizationStatus(record.grant.readWrite) }
    public var rights: Rights { record.grant.rights }
    /// The limits on the content that the client can read.
    public var limits: ContentLimits { record.grant.limits }
    /// The number of assets that were selected for the client, including those in selected albums; meaningful only for
    /// the level `limited`.
    public var selectionCount: Int { Int(record.selectionCount) }
    /// The number of albums that were selected for the client.
    public var selectedAlbums: Int { Int(record.selectedAlbums) }
    /// The origin of the decision; nil if there is no decision.
    public var grantor: Grantor? { record.grant.grantor }
    public var grantedDate: Date { Date(record.grantedDate) }
    /// The end of the grant; nil if the grant does not expire.
    public var expires: Date? { record.expires.map { Date($0) } }
    /// The date when the client's pause ends; nil if the client is not paused, or if the pause has no end date.
    public var pausedUntil: Date? { pauseEnds.map { Date($0) } }
    /// Whether the grant ends when the client disconnects.
    public var isOnce: Bool { record.isOnce }
    public var lastUsed: Date? { record.lastUsed.map { Date($0) } }
}
