public import FilmgateDBus
public import FilmgateModel
public import FilmgateSystem

/// An asset or album that a change speaks of: one of the library, or one that an earlier change of the batch creates.
public enum Reference: Hashable, Sendable {
    case id(ObjectID)
    /// Begins with '@'.
    case placeholder(String)

    init(_ text: String) throws {
        self = text.hasPrefix("@") ? .placeholder(text) : .id(try LibraryIdentifier(representation: text).id)
    }

    var text: String {
        switch self {
        case .id(let id): id.description
        case .placeholder(let name): name
        }
    }
}

/// A file that a new asset is made of.
public struct NewResource: Sendable {
    public let type: ResourceType
    public let descriptor: OwnedDescriptor
    public let filename: String?
    /// What the client says it is; of media, the worker's finding counts instead.
    public let mimeType: String?

    public init(_ type: ResourceType, _ descriptor: OwnedDescriptor, filename: String?, mimeType: String? = nil) {
        self.type = type
        self.descriptor = descriptor
        self.filename = filename
        self.mimeType = mimeType
    }
}

/// A new asset.
public struct Creation: Sendable {
    public var resources: [NewResource]
    public var properties = AssetChanges()
    /// Create nothing where an asset with the same original is visible to the client; the identifier is then "".
    public var unlessPresent = false

    public init(resources: [NewResource]) { self.resources = resources }
}

/// One change of a batch, every key checked.
public struct Change: Sendable {
    public enum Action: Sendable {
        case createAsset(Creation)
        case setProperties(Reference, AssetChanges)
        case deleteAssets([Reference])
        case createAlbum(title: String)
        case rename(Reference, title: String)
        case deleteAlbums([Reference])
        case addAssets([Reference], to: Reference)
        case removeAssets([Reference], from: Reference)
    }

    public let action: Action
    /// The name by which later changes call what this one creates.
    public let placeholder: String?

    public init(_ action: Action, placeholder: String? = nil) {
        self.action = action
        self.placeholder = placeholder
    }

    /// - Throws: `WireError.invalidArgument` that names the key at fault.
    public init(_ raw: RawChange) throws {
        let kind = try ChangeKind(raw)
        var reader = OptionReader(raw.values.1, of: kind.rawValue)
        placeholder = try reader.take("placeholder").map(Change.placeholderName)
        switch kind {
        case .createAsset: action = .createAsset(try Creation(&reader))
        case .setProperties:
            action = .setProperties(
                try Reference(reader.require("id")), try AssetChanges(reader.require("properties")))
        case .deleteAssets:
            action = .deleteAssets(try reader.references("ids"))
        case .createAlbum: action = .createAlbum(title: try reader.title())
        case .rename: action = .rename(try Reference(reader.require("id")), title: try reader.title())
        case .deleteAlbums: action = .deleteAlbums(try reader.references("ids"))
        case .addAssets:
            action = .addAssets(try reader.references("ids"), to: try Reference(reader.require("album")))
        case .removeAssets:
            action = .removeAssets(try reader.references("ids"), from: try Reference(reader.require("album")))
        }
        try reader.finish()
    }

    public var raw: RawChange {
        var options: Options
        let kind: ChangeKind
        switch action {
        case .createAsset(let creation):
            kind = .createAsset
            options = creation.options
        case .setProperties(let reference, let changes):
            kind = .setProperties
            options = ["id": Variant(reference.text), "properties": Variant(changes.options)]
        case .deleteAssets(let references):
            kind = .deleteAssets
            options = ["ids": Variant(references.map(\.text))]
        case .createAlbum(let title): (kind, options) = (.createAlbum, ["title": Variant(title)])
        case .rename(let reference, let title):
            (kind, options) = (.rename, ["id": Variant(reference.text), "title": Variant(title)])
        case .deleteAlbums(let references):
            (kind, options) = (.deleteAlbums, ["ids": Variant(references.map(\.text))])
        case .addAssets(let references, to: let album):
            (kind, options) = (
                .addAssets, ["ids": Variant(references.map(\.text)), "album": Variant(album.text)]
            )
        case .removeAssets(let references, from: let album):
            (kind, options) = (
                .removeAssets, ["ids": Variant(references.map(\.text)), "album": Variant(album.text)]
            )
        }
        if let placeholder { options["placeholder"] = Variant(placeholder) }
        return Structure(kind.rawValue, options)
    }

    private static func placeholderName(_ name: String) throws -> String {
        guard name.hasPrefix("@"), (2...64).contains(name.utf8.count) else {
            throw WireError.invalidArgument(
                "'placeholder' must be '@' and a name of at most 63 bytes, not '\(quotable(name))'.")
        }
        return name
    }
}

extension OptionReader {
    fileprivate mutating func references(_ key: String) throws -> [Reference] {
        try require(key, as: [String].self).map(Reference.init)
    }

    /// An album's, which is at least something.
    fileprivate mutating func title() throws -> String {
        let title: String = try require("title")
        guard !title.isEmpty, Bounds.allow(title: title) else {
            throw WireError.invalidArgument("'title' must have 1 to \(Bounds.titleBytes) bytes.")
        }
        return title
    }
}
