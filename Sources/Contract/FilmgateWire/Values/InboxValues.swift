public import FilmgateDBus
public import FilmgateModel

/// Which items `ListInbox` returns.
public struct InboxFilter: OptionDictionary, Hashable {
    public var client: ClientID?
    public var user: UInt32?
    /// Whether those that the person rejected are listed, in place of those that wait.
    public var isRejected: Bool
    /// The sequence number of the row after which the list begins.
    public var after: UInt64
    public var limit: UInt32

    /// The most rows of a reply.
    public static let mostRows: UInt32 = 1_000

    public init(
        client: ClientID? = nil, user: UInt32? = nil, isRejected: Bool = false, after: UInt64 = 0,
        limit: UInt32 = InboxFilter.mostRows
    ) {
        self.client = client
        self.user = user
        self.isRejected = isRejected
        self.after = after
        self.limit = limit
    }

    public static let owner = "ListInbox"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        client = try options.client("client", value?.client)
        user = try options.field("user", value?.user)
        isRejected = try options.field("rejected", value?.isRejected, usual: false)
        after = try options.field("after", value?.after) ?? 0
        limit = try options.field("limit", value?.limit) ?? InboxFilter.mostRows
        options.check(
            limit <= InboxFilter.mostRows, WireError.limitsExceeded, "'limit' is at most \(InboxFilter.mostRows).")
    }
}

/// What an app added that waits for the person, or that the person rejected. A row of `ListInbox`.
public struct InboxRow: OptionDictionary, Hashable {
    /// Ascends in the order in which items were added.
    public var sequence: UInt64
    public var id: AssetID
    public var client: ClientID
    public var addedDate: Timestamp
    /// When the person rejected it; nil while it waits.
    public var rejectedDate: Timestamp?
    public var mediaType: MediaType
    public var creationDate: Timestamp
    public var title: String?
    /// In pixels, upright.
    public var pixelWidth: UInt32
    public var pixelHeight: UInt32
    /// How its file is turned, as Exif counts: 1 to 8.
    public var orientation: UInt32
    /// In seconds.
    public var duration: Double?
    public var filename: String?
    public var mimeType: String
    /// The size of all its files, in bytes.
    public var fileSize: UInt64

    package init(id: AssetID, client: ClientID, addedDate: Timestamp, mediaType: MediaType) {
        self.id = id
        self.client = client
        self.addedDate = addedDate
        self.mediaType = mediaType
        creationDate = addedDate
        (sequence, pixelWidth, pixelHeight, orientation, fileSize, mimeType) = (0, 0, 0, 1, 0, "")
    }

    public static let owner = "ListInbox"
    public static let tolerance = OptionTolerance.unknownKeys

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        sequence = try options.field("sequence", value?.sequence) ?? 0
        id = try options.required("id", (value?.id).map(AssetIdentifier.init)).id
        client = try options.required("client", (value?.client).map(ClientName.init)).id
        addedDate = try options.raw("added-date", value?.addedDate) ?? Timestamp(rawValue: 0)
        rejectedDate = try options.raw("rejected-date", value?.rejectedDate)
        mediaType = try options.raw("media-type", value?.mediaType) ?? .image
        creationDate = try options.raw("creation-date", value?.creationDate) ?? Timestamp(rawValue: 0)
        title = try options.field("title", value?.title)
        pixelWidth = try options.field("pixel-width", value?.pixelWidth) ?? 0
        pixelHeight = try options.field("pixel-height", value?.pixelHeight) ?? 0
        orientation = try options.field("orientation", value?.orientation) ?? 1
        duration = try options.field("duration", value?.duration)
        filename = try options.field("filename", value?.filename)
        mimeType = try options.field("mime-type", value?.mimeType) ?? ""
        fileSize = try options.field("file-size", value?.fileSize) ?? 0
    }
}

/// How `RejectAdded` rejects.
public struct RejectionOptions: OptionDictionary, Hashable {
    public var user: UInt32?
    /// Whether the files are removed for good at once.
    public var removes: Bool

    public init(user: UInt32? = nil, removes: Bool = false) {
        self.user = user
        self.removes = removes
    }

    public static let owner = "RejectAdded"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        user = try options.field("user", value?.user)
        removes = try options.field("purge", value?.removes, usual: false)
    }
}
