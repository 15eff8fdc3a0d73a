public import FilmgateModel
public import FilmgateSystem

/// The types of references in the store's changes, in which placeholders are resolved. The caller chooses the
/// identifiers of new objects.
public enum ResolvedReferences: ReferenceKind {
    public typealias Asset = AssetID
    public typealias Album = AlbumID
    public typealias Folder = FolderID
    public typealias Collection = ObjectID
    /// The files; nil in a dry run without files.
    public typealias Files = StagedAsset?
    /// The edit. If it is nil, the store refuses the change.
    public typealias Edit = AssetEdit?
    public typealias Content = EditableAsset
}

/// A change of a batch, in the form that the store applies.
public typealias StoreChange = Change<ResolvedReferences>
public typealias StoreCreation = Creation<ResolvedReferences>

/// The files of a new asset or for an existing asset, and the checked metadata that workers read from them.
public struct StagedAsset: Sendable {
    public var files: [StagedResource]
    /// The metadata of the photo or the video; nil if the files contain neither a photo nor a video, and are added to
    /// an existing asset.
    public var facts: MediaFacts?
    /// The metadata of the sidecar among the files.
    public var sidecar: SidecarFacts?
    /// Whether the date comes from the files, rather than from the client alone.
    public var hasOwnDate: Bool

    public init(
        files: [StagedResource], facts: MediaFacts?, sidecar: SidecarFacts? = nil, hasOwnDate: Bool = true
    ) {
        self.files = files
        self.facts = facts
        self.sidecar = sidecar
        self.hasOwnDate = hasOwnDate
    }

    /// The size of all files together, in bytes.
    var size: UInt64 { files.reduce(0) { $0 + $1.file.size } }
}

/// A file of a new asset.
public struct StagedResource: Sendable {
    public var type: ResourceType
    public var file: StagedFile
    public var filename: String?
    public var mimeType: String
    /// Whether a worker found that the file is a RAW.
    public var isRaw = false
    /// Whether this file makes the asset count as RAW. An edit's picture does not.
    public var makesRaw: Bool { isRaw && [.photo, .alternatePhoto].contains(type) }

    public init(_ type: ResourceType, _ file: StagedFile, filename: String?, mimeType: String) {
        self.type = type
        self.file = file
        self.filename = filename
        self.mimeType = mimeType
    }
}

/// An edit of an asset: its renders, and the data with which its app can resume it.
///
/// A class, so that a batch stays small.
public final class AssetEdit: Sendable {
    public let asset: AssetID
    /// The version of the content that was edited, from `EditableAsset`.
    let base: Int64
    /// The renders, at most one for each type.
    public let renders: [StagedResource]
    /// The metadata that a worker read from the render that represents the asset.
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

    /// The render that represents the asset, for reading.
    public var content: OwnedDescriptor {
        (renders.first { $0.type != .fullSizePairedVideo } ?? renders[0]).file.descriptor
    }

    /// All files of the edit.
    var files: [StagedResource] {
        renders + [
            StagedResource(.adjustmentData, data, filename: nil, mimeType: "application/octet-stream")
        ]
    }
}

/// The reason why a batch is refused, and the index of the change that caused it.
public struct ChangeRefusal: Error, Hashable, Sendable {
    public enum Reason: Error, Hashable, Sendable {
        /// The identifier does not exist, is invisible to the client, or belongs to another kind of object.
        case notFound
        /// The burst that a new asset names does not exist, or is invisible to the client.
        case noSuchBurst
        /// The identifier does not belong to an album of type `album` that the client sees.
        case noSuchAlbum(ObjectID)
        case noSuchFolder(ObjectID)
        /// The identifier does not belong to an album or a folder that the client sees.
        case noSuchCollection(ObjectID)
        /// The asset does not have exactly one primary resource, or has two resources of the same type.
        case resources
        /// The asset was edited or reverted since the edit began.
        case contentChanged
        /// The asset cannot be purged, because it is not in the trash.
        case notInTrash
        /// The index is after the end of the album.
        case beyondEnd
        /// The index is after the end of the folder.
        case beyondLastChild
        /// The asset is not in the album.
        case notInAlbum
        /// The client does not see another photo of the asset's burst.
        case notInBurst
        case tooManyKeywords
        /// The folder would contain itself.
        case cycle
        case tooDeep
        /// The album's content follows a rule.
        case hasRule
        /// The album is not a smart album.
        case hasNoRule
        case tooManyRules
    }

    /// The index of the change, counted from 0.
    public let index: Int
    public let reason: Reason
}
