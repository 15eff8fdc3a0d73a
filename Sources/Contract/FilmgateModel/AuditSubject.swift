/// The subject of a call, for the audit log.
public struct AuditSubject: Hashable, Sendable {
    /// How many assets and albums the call concerned, or 1.
    public var count: Int
    public var ids: [ObjectID]
    /// The client that an administrator's call concerned.
    public var client: ClientID?
    /// A further detail for the log, such as the size of an image. Each detail of a client has separate entries, so
    /// only a few details may exist.
    public var detail: String

    /// - Parameter count: nil for as many as there are identifiers, and at least 1.
    public init(count: Int? = nil, ids: [ObjectID] = [], client: ClientID? = nil, detail: String = "") {
        self.count = count ?? max(1, ids.count)
        self.ids = ids
        self.client = client
        self.detail = detail
    }
}
