/// What a call was about, for the audit log.
public struct AuditSubject: Hashable, Sendable {
    /// How many assets and albums it was about, or 1.
    public var count: Int
    public var ids: [ObjectID]
    /// The client that an administrator's call was about.
    public var client: ClientID?
    /// What else the log says of it, such as the size of an image. Each detail of a client has entries of its own, so that only a few are
    /// possible.
    public var detail: String

    /// - Parameter count: nil for as many as there are identifiers, and at least 1.
    public init(count: Int? = nil, ids: [ObjectID] = [], client: ClientID? = nil, detail: String = "") {
        self.count = count ?? max(1, ids.count)
        self.ids = ids
        self.client = client
        self.detail = detail
    }
}
