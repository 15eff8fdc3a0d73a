public import FilmgateDBus
public import FilmgateModel

/// The options of `ExplainAccess`.
public struct ExplanationOptions: DBusRepresentable, Hashable {
    public var user: UInt32?
    /// A file name, or the beginning of an identifier: the reply says which assets it can mean. For the owner's tools.
    public var name: String?

    private enum Key: String { case user, name }

    public init(user: UInt32? = nil, name: String? = nil) {
        self.user = user
        self.name = name
    }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "ExplainAccess")
        user = try reader.take(Key.user)
        name = try reader.take(Key.name)
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.user] = user
        options[Key.name] = name
        return options
    }
}

/// An asset that a name can mean.
public struct NamedAsset: Hashable, Sendable {
    public let id: AssetID
    public let filename: String?
    public let isTrashed: Bool

    public init(id: AssetID, filename: String?, isTrashed: Bool) {
        self.id = id
        self.filename = filename
        self.isTrashed = isTrashed
    }
}
