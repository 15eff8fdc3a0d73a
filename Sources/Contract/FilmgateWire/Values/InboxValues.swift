public import FilmgateDBus
public import FilmgateModel

/// Which items `ListInbox` returns.
public struct InboxFilter: DBusRepresentable, Hashable {
    public var client: ClientID?
    public var user: UInt32?
    /// Whether those that the person rejected are listed, in place of those that wait.
    public var isRejected: Bool
    /// The sequence number of the row after which the list begins.
    public var after: UInt64
    public var limit: UInt32

    /// The most rows of a reply.
    public static let mostRows: UInt32 = 1_000

    private enum Key: String {
        case client, user, after, limit
        case isRejected = "rejected"
    }

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

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "ListInbox")
        client = try reader.take(Key.client, as: ClientName.self)?.id
        user = try reader.take(Key.user)
        isRejected = try reader.take(Key.isRejected) ?? false
        after = try reader.take(Key.after) ?? 0
        limit = try reader.take(Key.limit) ?? InboxFilter.mostRows
        try reader.finish()
        guard limit <= InboxFilter.mostRows else {
            throw WireError.limitsExceeded("ListInbox: 'limit' is at most \(InboxFilter.mostRows).")
        }
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.client] = client?.description
        options[Key.user] = user
        options[Key.isRejected] = isRejected ? true : nil
        options[Key.after] = after
        options[Key.limit] = limit
        return options
    }
}

/// What an app added that waits for the person, or that the person rejected. A row of `ListInbox`.
public struct InboxRow: DBusRepresentable, Hashable {
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

    package enum Key: String, CodingKey {
        case sequence, id, client, title, orientation, duration, filename
        case addedDate = "added-date"
        case rejectedDate = "rejected-date"
        case mediaType = "media-type"
        case creationDate = "creation-date"
        case pixelWidth = "pixel-width"
        case pixelHeight = "pixel-height"
        case mimeType = "mime-type"
        case fileSize = "file-size"
    }

    package init(id: AssetID, client: ClientID, addedDate: Timestamp, mediaType: MediaType) {
        self.id = id
        self.client = client
        self.addedDate = addedDate
        self.mediaType = mediaType
        creationDate = addedDate
        (sequence, pixelWidth, pixelHeight, orientation, fileSize, mimeType) = (0, 0, 0, 1, 0, "")
    }

    public init(representation options: Options) throws {
        sequence = options[Key.sequence] ?? 0
        id = try AssetIdentifier(representation: options[Key.id] ?? "").id
        client = try ClientName(representation: options[Key.client] ?? "").id
        addedDate = Timestamp(rawValue: options[Key.addedDate] ?? 0)
        rejectedDate = options[Key.rejectedDate].map { Timestamp(rawValue: $0) }
        mediaType = MediaType(rawValue: options[Key.mediaType] ?? "") ?? .image
        creationDate = Timestamp(rawValue: options[Key.creationDate] ?? 0)
        title = options[Key.title]
        pixelWidth = options[Key.pixelWidth] ?? 0
        pixelHeight = options[Key.pixelHeight] ?? 0
        orientation = options[Key.orientation] ?? 1
        duration = options[Key.duration]
        filename = options[Key.filename]
        mimeType = options[Key.mimeType] ?? ""
        fileSize = options[Key.fileSize] ?? 0
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.sequence] = sequence
        options[Key.id] = id.description
        options[Key.client] = client.description
        options[Key.addedDate] = addedDate.rawValue
        options[Key.rejectedDate] = rejectedDate?.rawValue
        options[Key.mediaType] = mediaType.rawValue
        options[Key.creationDate] = creationDate.rawValue
        options[Key.title] = title
        options[Key.pixelWidth] = pixelWidth
        options[Key.pixelHeight] = pixelHeight
        options[Key.orientation] = orientation
        options[Key.duration] = duration
        options[Key.filename] = filename
        options[Key.mimeType] = mimeType
        options[Key.fileSize] = fileSize
        return options
    }
}

/// How `RejectAdded` rejects.
public struct RejectionOptions: DBusRepresentable, Hashable {
    public var user: UInt32?
    /// Whether the files are removed for good at once.
    public var removes: Bool

    private enum Key: String {
        case user
        case removes = "purge"
    }

    public init(user: UInt32? = nil, removes: Bool = false) {
        self.user = user
        self.removes = removes
    }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "RejectAdded")
        user = try reader.take(Key.user)
        removes = try reader.take(Key.removes) ?? false
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.user] = user
        options[Key.removes] = removes ? true : nil
        return options
    }
}
