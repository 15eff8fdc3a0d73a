public import FilmgateModel
public import FilmgateSystem

/// The types of the references in the store's changes. The caller has replaced clients' placeholders for new objects
/// with identifiers.
public enum ResolvedReferences: ReferenceKind {
    public typealias Asset = AssetID
    public typealias Album = AlbumID
    public typealias Folder = FolderID
    public typealias Collection = ObjectID
    /// The files, or nil in a dry run without files.
    public typealias Files = StagedAsset?
    /// The edit. If nil, the store refuses the change.
    public typealias Edit = AssetEdit?
    public typealias Content = EditableAsset
}

/// A change in the form that the store applies.
public typealias StoreChange = Change<ResolvedReferences>
public typealias StoreCreation = AssetCreation<ResolvedReferences>

/// Files for a new or an existing asset, with the metadata that worker processes read from them.
public struct StagedAsset: Sendable {
    public var files: [StagedResource]
    /// The metadata of the photo or the video. It is nil if an existing asset receives only other files.
    public var facts: MediaFacts?
    /// The metadata from the sidecar file.
    public var sidecar: SidecarFacts?
    /// Whether the date comes from the files. If false, only the client provided the date.
    public var hasOwnDate: Bool

    public init(
        files: [StagedResource], facts: MediaFacts?, sidecar: SidecarFacts? = nil, hasOwnDate: Bool = true
    ) {
        self.files = files
        self.facts = facts
        self.sidecar = sidecar
        self.hasOwnDate = hasOwnDate
    }

    var size: UInt64 { files.reduce(0) { $0 + $1.file.size } }
}

/// A staged file of an asset.
public struct StagedResource: Sendable {
    public var type: ResourceType
    public var file: StagedFile
    public var filename: String?
    public var mimeType: String
    /// Whether a worker found that the file is a RAW file.
    public var isRaw = false
    /// Whether this file makes the asset a RAW photo. A rendered edit does not.
    public var makesRaw: Bool { isRaw && [.photo, .alternatePhoto].contains(type) }

    public init(_ type: ResourceType, _ file: StagedFile, filename: String?, mimeType: String) {
        self.type = type
        self.file = file
        self.filename = filename
        self.mimeType = mimeType
    }
}

/// An edit of an asset: the renders (the edited photo or videos), and the data with which the app can resume the edit.
///
/// It is a class to keep `StoreChange` small.
public final class AssetEdit: Sendable {
    public let asset: AssetID
    /// The version of the content that the edit is based on, from `EditableAsset`.
    let base: Int64
    /// The renders, at most one for each type.
    public let renders: [StagedResource]
    /// The metadata that a worker read from the main render.
    public let facts: MediaFacts
    public let format: AdjustmentFormat
    let data: StagedFile

    public init(
        of asset: EditableAsset, _ renders: [StagedResource], _ facts: MediaFacts, _ format: AdjustmentFormat,
        data: StagedFile
    ) {
        self.asset = asset.id
        base = asset.base
        self.renders = renders
        self.facts = facts
        self.format = format
        self.data = data
    }

    /// A descriptor of the main render, which represents the asset.
    public var content: OwnedDescriptor {
        (renders.first { $0.type != .fullSizePairedVideo } ?? renders[0]).file.descriptor
    }

    var files: [StagedResource] {
        renders + [
            StagedResource(.adjustmentData, data, filename: nil, mimeType: "application/octet-stream")
        ]
    }
}

/// The reason why a batch is refused, and the index of the refused change.
public struct ChangeRefusal: Error, Hashable, Sendable {
    public enum Reason: Error, Hashable, Sendable {
        /// No visible asset has the identifier, or the files do not belong to the asset that the client named.
        case notFound
        /// The burst that a new asset refers to does not exist, or the client sees fewer than two of its photos.
        case noSuchBurst
        /// The identifier does not belong to a visible album that clients created.
        case noSuchAlbum(ObjectID)
        case noSuchFolder(ObjectID)
        /// The identifier does not belong to a visible album or folder.
        case noSuchCollection(ObjectID)
        /// The files do not form an asset: for example, there is not exactly one primary resource.
        case resources
        /// The asset's content has changed since the edit began.
        case contentChanged
        /// The asset is not in the trash, so it cannot be purged.
        case notInTrash
        /// The index is greater than the number of assets in the album.
        case beyondEnd
        /// The index is greater than the number of children in the folder.
        case beyondLastChild
        /// The asset is not in the album.
        case notInAlbum
        /// The asset is in no burst, or the client sees no other photo of the burst.
        case notInBurst
        case tooManyKeywords
        /// The folder would contain itself.
        case cycle
        case tooDeep
        /// The album is a smart album.
        case hasRule
        /// The album is not a smart album.
        case hasNoRule
        case tooManyRules
    }

    /// The zero-based index of the change.
    public let index: Int
    public let reason: Reason
}
