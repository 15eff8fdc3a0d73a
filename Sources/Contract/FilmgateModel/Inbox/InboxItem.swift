/// A row of `ListInbox`: an asset that an app added, and that the person has not reviewed yet or has rejected.
public struct InboxItem: Hashable, Sendable {
    /// The sequence number. Items that were added later have larger numbers.
    public var sequence: UInt64 = 0
    public var id: AssetID
    public var client: ClientID
    public var addedDate: Timestamp
    /// The date at which the person rejected the item; nil before the person's review.
    public var rejectedDate: Timestamp?
    public var mediaType: MediaType
    public var creationDate: Timestamp
    public var title: String?
    /// The width of the upright picture, in pixels.
    public var pixelWidth: UInt32 = 0
    public var pixelHeight: UInt32 = 0
    /// The orientation of the item's file, as an Exif number from 1 to 8.
    public var orientation: UInt32 = 1
    /// The duration, in seconds.
    public var duration: Double?
    public var filename: String?
    public var mimeType = ""
    /// The total size of the item's files, in bytes.
    public var fileSize: UInt64 = 0

    package init(
        id: AssetID, client: ClientID, addedDate: Timestamp, mediaType: MediaType, creationDate: Timestamp
    ) {
        self.id = id
        self.client = client
        self.addedDate = addedDate
        self.mediaType = mediaType
        self.creationDate = creationDate
    }
}

/// The filter of `ListInbox`.
public struct InboxFilter: Hashable, Sendable {
    public var client: ClientID?
    /// The UID of the inbox's owner; nil means the caller.
    public var user: UInt32?
    /// Whether to list rejected items instead of items that wait for review.
    public var isRejected: Bool
    /// Lists only items with larger sequence numbers.
    public var after: UInt64
    public var limit: UInt32

    /// The maximum number of items in a reply.
    public static let mostItems: UInt32 = 1_000

    public init(
        client: ClientID? = nil, user: UInt32? = nil, isRejected: Bool = false, after: UInt64 = 0,
        limit: UInt32 = InboxFilter.mostItems
    ) {
        self.client = client
        self.user = user
        self.isRejected = isRejected
        self.after = after
        self.limit = limit
    }
}
