public import FilmgateDBus
public import FilmgateModel

/// One change of a batch, with every key checked.
public struct Change: Sendable {
    public enum Action: Sendable {
        case createAsset(Creation)
        case setProperties(Reference, AssetChanges)
        /// Adds keywords to those of each asset.
        case addKeywords([String], to: [Reference])
        case removeKeywords([String], from: [Reference])
        /// Shows the result of a finished session, which has this path.
        case setContent(Reference, session: ObjectPath)
        case revertContent(Reference)
        case deleteAssets([Reference])
        case restoreAssets([Reference])
        case purgeAssets([Reference])
        case createAlbum(title: String, parent: Reference? = nil)
        case createFolder(title: String, parent: Reference? = nil)
        /// Renames an album or a folder.
        case rename(Reference, title: String)
        case deleteAlbums([Reference])
        case deleteFolders([Reference])
        /// Makes an asset the cover of an album; nil: the newest again.
        case setCover(Reference?, of: Reference)
        case addAssets([Reference], to: Reference)
        case removeAssets([Reference], from: Reference)
        case insertAssets([Reference], into: Reference, at: UInt32)
        case moveAssets([Reference], in: Reference, to: UInt32)
        /// Adds albums and folders.
        case addChildren([Reference], to: Reference)
        case removeChildren([Reference], from: Reference)
        case insertChildren([Reference], into: Reference, at: UInt32)
        case moveChildren([Reference], in: Reference, to: UInt32)
    }

    public let action: Action
    /// The name that later changes use for what this one creates.
    public let placeholder: String?

    public init(_ action: Action, placeholder: String? = nil) {
        self.action = action
        self.placeholder = placeholder
    }
}

/// What a change refers to: something in the library, or something that an earlier change of the batch creates.
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

extension Change.Action {
    public var kind: ChangeKind {
        switch self {
        case .createAsset: .createAsset
        case .setProperties: .setProperties
        case .addKeywords: .addKeywords
        case .removeKeywords: .removeKeywords
        case .setContent: .setContent
        case .revertContent: .revertContent
        case .deleteAssets: .deleteAssets
        case .restoreAssets: .restoreAssets
        case .purgeAssets: .purgeAssets
        case .createAlbum: .createAlbum
        case .createFolder: .createFolder
        case .rename: .rename
        case .deleteAlbums: .deleteAlbums
        case .deleteFolders: .deleteFolders
        case .setCover: .setCover
        case .addAssets: .addAssets
        case .removeAssets: .removeAssets
        case .insertAssets: .insertAssets
        case .moveAssets: .moveAssets
        case .addChildren: .addChildren
        case .removeChildren: .removeChildren
        case .insertChildren: .insertChildren
        case .moveChildren: .moveChildren
        }
    }

    /// Everything that the change refers to. The album or folder that is changed comes first.
    public var references: [Reference] {
        switch self {
        case .createAsset(let creation): creation.originalAsset.map { [$0] } ?? []
        case .createAlbum(title: _, let parent), .createFolder(title: _, let parent): parent.map { [$0] } ?? []
        case .setProperties(let reference, _), .rename(let reference, title: _),
            .setContent(let reference, session: _), .revertContent(let reference):
            [reference]
        case .deleteAssets(let references), .restoreAssets(let references), .purgeAssets(let references),
            .deleteAlbums(let references), .deleteFolders(let references), .addKeywords(_, to: let references),
            .removeKeywords(_, from: let references):
            references
        case .setCover(let asset, of: let album): [album] + (asset.map { [$0] } ?? [])
        case .addAssets(let references, to: let whole), .removeAssets(let references, from: let whole),
            .insertAssets(let references, into: let whole, at: _), .moveAssets(let references, in: let whole, to: _),
            .addChildren(let references, to: let whole), .removeChildren(let references, from: let whole),
            .insertChildren(let references, into: let whole, at: _),
            .moveChildren(let references, in: let whole, to: _):
            [whole] + references
        }
    }
}
