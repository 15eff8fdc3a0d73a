public import FilmgateDBus
public import FilmgateModel

/// The options of `ExplainAccess`.
public struct ExplanationOptions: OptionDictionary, Hashable {
    public var user: UInt32?
    /// A file name, or the beginning of an identifier. The reply lists the matching assets. Only the owner's tools may
    /// use this option.
    public var name: String?

    public init(user: UInt32? = nil, name: String? = nil) {
        self.user = user
        self.name = name
    }

    public static let owner = "ExplainAccess"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        user = try options.field("user", value?.user)
        name = try options.field("name", value?.name)
    }
}

/// An asset that matches a name.
public struct NamedAsset: Hashable, Sendable {
    public let id: AssetID
    public let filename: String?
    public let isTrashed: Bool

    public init(id: AssetID, filename: String?, isTrashed: Bool) {
        self.id = id
        self.filename = filename
        self.isTrashed = isTrashed
    }

    /// Returns the encoded list; nil for an empty list.
    static func encoded(_ assets: [NamedAsset]) -> [Structure<String, String, Bool>]? {
        assets.isEmpty ? nil : assets.map { Structure($0.id.description, $0.filename ?? "", $0.isTrashed) }
    }

    static func decoded(_ assets: [Structure<String, String, Bool>], _ owner: String) -> [NamedAsset]? {
        assets.compactMap { asset in
            let (id, filename, isTrashed) = asset.values
            return AssetID(id).map {
                NamedAsset(id: $0, filename: filename.isEmpty ? nil : filename, isTrashed: isTrashed)
            }
        }
    }
}
