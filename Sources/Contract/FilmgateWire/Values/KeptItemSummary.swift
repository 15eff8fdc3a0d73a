public import FilmgateDBus
public import FilmgateModel
package import FilmgatePolicy

/// The filter of `ListKeptItems`.
public struct KeptItemFilter: OptionDictionary, Hashable {
    public var client: ClientID?
    public var user: UInt32?

    public init(client: ClientID? = nil, user: UInt32? = nil) {
        self.client = client
        self.user = user
    }

    public static let owner = "ListKeptItems"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        client = try options.client("client", value?.client)
        user = try options.field("user", value?.user)
    }
}

/// A row of `ListKeptItems`, for a person: an item that an app can open again.
public struct KeptItemSummary: OptionDictionary, Hashable {
    public var client: ClientID
    public var handle: String
    public var asset: AssetID
    /// The title or the file name of the asset. Only the owner gets it.
    public var name: String?
    public var pickedDate: Timestamp
    public var lastUsed: Timestamp
    public var expires: Timestamp
    /// The kinds of metadata that are removed from the files that the app gets.
    public var removed: Set<MetadataKind>

    /// The maximum number of items in a reply.
    package static let most = 5_000

    package init(_ item: KeptItem, expires: Timestamp, name: String?) {
        client = item.client
        handle = item.handle.description
        asset = item.asset
        self.name = name
        pickedDate = item.pickedTime
        lastUsed = item.lastUsed
        self.expires = expires
        removed = item.removed
    }

    public static let owner = "a kept item"
    public static let tolerance = OptionTolerance.unknownKeys

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        client = try Coder.require(options.client("client", value?.client), "a kept item: 'client' is missing.")
        handle = try options.required("handle", value?.handle)
        asset = try Coder.require(options.identifier("id", value?.asset), "a kept item: 'id' is missing.")
        name = try options.field("name", value?.name)
        pickedDate = Timestamp(rawValue: try options.required("picked-date", value?.pickedDate.rawValue))
        lastUsed = Timestamp(rawValue: try options.required("last-used", value?.lastUsed.rawValue))
        expires = Timestamp(rawValue: try options.required("expires", value?.expires.rawValue))
        removed = try options.knownKinds("removed", value?.removed)
    }
}
