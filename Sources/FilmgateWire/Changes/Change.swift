public import FilmgateDBus
public import FilmgateModel
public import FilmgateSystem

/// An asset that a change speaks of: one of the library, or one that an earlier change of the batch creates.
public enum AssetReference: Hashable, Sendable {
    case id(AssetID)
    /// Begins with '@'.
    case placeholder(String)

    init(_ text: String) throws {
        self = text.hasPrefix("@") ? .placeholder(text) : .id(try AssetIdentifier(representation: text).id)
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
        case setProperties(AssetReference, AssetChanges)
        case deleteAssets([AssetReference])
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
                try AssetReference(reader.require("id")), try AssetChanges(reader.require("properties")))
        case .deleteAssets:
            action = .deleteAssets(try reader.require("ids", as: [String].self).map(AssetReference.init))
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
