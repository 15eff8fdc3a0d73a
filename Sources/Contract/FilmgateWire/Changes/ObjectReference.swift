public import FilmgateDBus
public import FilmgateModel

/// A reference in a change: to an object in the library, or to an object that an earlier change of the batch creates.
public enum ObjectReference: DBusRepresentable, Hashable {
    case id(ObjectID)
    /// A name that begins with '@'; empty for a created object that no other change refers to.
    case placeholder(String)

    public init(representation text: String) throws {
        self = text.hasPrefix("@") ? .placeholder(text) : .id(try ObjectIDText(representation: text).id)
    }

    public var representation: String {
        switch self {
        case .id(let id): id.description
        case .placeholder(let name): name
        }
    }
}

/// The types that clients' changes use to refer to objects.
public enum UnresolvedReferences: ReferenceKind {
    public typealias Asset = ObjectReference
    public typealias Album = ObjectReference
    public typealias Folder = ObjectReference
    public typealias Collection = ObjectReference
    public typealias Files = [NewAssetResource]
    /// The path of the finished editing session.
    public typealias Edit = ObjectPath
    public typealias Content = Never
}

/// A change as a client writes it, after the validation of its keys.
public typealias WireChange = Change<UnresolvedReferences>
public typealias WireCreation = AssetCreation<UnresolvedReferences>

extension WireChange {
    /// The references in the change, except `joins`. The album or folder that the change affects comes first.
    public var references: [ObjectReference] {
        switch self {
        case .createAsset(_, let creation): creation.originalAsset.map { [$0] } ?? []
        case .createAlbum(_, title: _, in: let parent, rule: _), .createFolder(_, title: _, in: let parent):
            parent.map { [$0] } ?? []
        case .setRule(_, of: let album): [album]
        case .setProperties(let reference, _), .rename(let reference, title: _), .setContent(let reference, _),
            .revertContent(let reference, from: _), .setBurstPick(let reference):
            [reference]
        case .deleteAssets(let references), .restoreAssets(let references), .purgeAssets(let references),
            .deleteAlbums(let references), .deleteFolders(let references), .addKeywords(_, to: let references),
            .removeKeywords(_, from: let references):
            references
        case .setCover(let asset, of: let album): [album] + (asset.map { [$0] } ?? [])
        case .addAssets(let references, to: let whole), .removeAssets(let references, from: let whole),
            .insertAssets(let references, into: let whole, at: _), .moveAssets(let references, in: let whole, to: _):
            [whole] + references
        case .addChildren(let references, to: let whole), .removeChildren(let references, from: let whole),
            .insertChildren(let references, into: let whole, at: _),
            .moveChildren(let references, in: let whole, to: _):
            (whole.map { [$0] } ?? []) + references
        }
    }
}
