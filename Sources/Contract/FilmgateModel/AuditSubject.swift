/// The objects and the client that a call concerned, for the audit log.
public struct AuditSubject: Hashable, Sendable {
    /// The number of assets and albums that the call concerned; 1 for a call that concerned none.
    public var count: Int
    public var ids: [ObjectID]
    /// The client that an administrator's call concerned.
    public var client: ClientID?
    /// A further detail for the log, such as the size of an image. Entries with different details are not merged, so
    /// the number of different details must be small.
    public var detail: String

    /// - Parameter count: nil means the number of identifiers, but at least 1.
    public init(count: Int? = nil, ids: [ObjectID] = [], client: ClientID? = nil, detail: String = "") {
        self.count = count ?? max(1, ids.count)
        self.ids = ids
        self.client = client
        self.detail = detail
    }
}
