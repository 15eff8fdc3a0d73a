public import FilmgateDBus
public import FilmgateModel

extension InboxFilter: OptionDictionary {
    public static let owner = "ListInbox"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        self.init(
            client: try options.client("client", value?.client), user: try options.field("user", value?.user),
            isRejected: try options.field("rejected", value?.isRejected, usual: false),
            after: try options.field("after", value?.after) ?? 0,
            limit: try options.field("limit", value?.limit) ?? InboxFilter.mostItems)
        options.check(
            limit <= InboxFilter.mostItems, WireError.limitsExceeded, "'limit' is at most \(InboxFilter.mostItems).")
    }
}

extension InboxItem: OptionDictionary {
    public static let owner = "ListInbox"
    public static let tolerance = OptionTolerance.unknownKeys

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        self.init(
            id: try options.required("id", (value?.id).map(AssetIDText.init)).id,
            client: try options.required("client", (value?.client).map(ClientIDText.init)).id,
            addedDate: try options.raw("added-date", value?.addedDate) ?? Timestamp(rawValue: 0),
            mediaType: try options.raw("media-type", value?.mediaType) ?? .image,
            creationDate: try options.raw("creation-date", value?.creationDate) ?? Timestamp(rawValue: 0))
        sequence = try options.field("sequence", value?.sequence) ?? 0
        rejectedDate = try options.raw("rejected-date", value?.rejectedDate)
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

/// The options of `RejectAdded`.
public struct RejectionOptions: OptionDictionary, Hashable {
    public var user: UInt32?
    /// Whether to delete the rejected items permanently now, instead of keeping them for a while.
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
