public import FilmgateModel
public import FilmgateSystem

/// A change of a batch, with resolved placeholders. The caller chooses the identifiers of new objects.
public enum StoreChange: Sendable {
    /// - Parameters:
    ///   - asset: nil in a dry run without files.
    ///   - properties: the client's values, which override what the worker read.
    ///   - original: the asset that it is a version of.
    ///   - burst: the burst that it joins; nil for that of its camera's identifier.
    ///   - unlessPresent: whether to create nothing if the client sees an asset with the same content. For a client that may not
    ///     read content hashes, only assets that it added itself count. The identifier then stands for that asset for the rest of
    ///     the batch.
    case create(
        AssetID, StagedAsset?, properties: AssetChanges, original: AssetID? = nil, burst: ObjectID? = nil,
        unlessPresent: Bool)
    /// Puts a new asset into the inbox, where it waits for the person. In the rest of the batch, its identifier can be used for properties,
    /// keywords and albums.
    ///
    /// - Parameter unlessPresent: as of `create`; what waits or was rejected counts as well, if the client added it.
    case quarantine(
        AssetID, StagedAsset?, properties: AssetChanges, original: AssetID? = nil, burst: ObjectID? = nil,
        unlessPresent: Bool)
    /// Adds files to the asset that they belong to, or creates an asset of them if there is none.
    ///
    /// The identifier then stands for that asset for the rest of the batch. If it holds the original already, only those of the other
    /// files that it lacks are added.
    case join(AssetID, StagedJoin?, properties: AssetChanges, burst: ObjectID? = nil)
    case setProperties(AssetID, AssetChanges)
    /// Adds keywords that an asset does not have, in upper or lower case, after those that it has.
    case addKeywords([String], to: [AssetID])
    case removeKeywords([String], from: [AssetID])
    /// Shows the asset in an edited form. Refused without an edit. Its original files stay.
    case setContent(AssetID, AssetEdit?)
    /// Shows the asset's original again. No effect on an asset that is not edited.
    ///
    /// - Parameter from: what it showed when the change was decided; nil for whatever it shows.
    case revertContent(AssetID, from: EditableAsset? = nil)
    /// No effect on trashed assets.
    case trash([AssetID])
    /// No effect on assets outside the trash.
    case restore([AssetID])
    /// Deletes trashed assets permanently, with their files.
    case purge([AssetID])
    /// Creates an empty album, at the top level without a folder.
    case createAlbum(AlbumID, title: String, in: FolderID? = nil)
    case createFolder(FolderID, title: String, in: FolderID? = nil)
    /// Renames an album or a folder.
    case rename(ObjectID, title: String)
    /// Deletes albums, but not their assets.
    case deleteAlbums([AlbumID])
    /// Deletes folders, and moves their children to the parent.
    case deleteFolders([FolderID])
    /// Makes an asset of an album its cover; nil: the newest again.
    case setCover(AssetID?, of: AlbumID)
    /// Appends assets. Those in the album already keep their place.
    case addAssets([AssetID], to: AlbumID)
    /// Ignores assets that are not in the album.
    case removeAssets([AssetID], from: AlbumID)
    /// Inserts assets so that the first one gets the index among those outside the trash. Those in the album already keep their
    /// place.
    case insertAssets([AssetID], into: AlbumID, at: Int)
    /// Removes the assets, then inserts them at the index among the rest. Ignores assets that are not in the album.
    case moveAssets([AssetID], in: AlbumID, to: Int)
    /// Moves albums and folders into a folder.
    case addChildren([ObjectID], to: FolderID)
    /// Moves children to the top level. Ignores those that are not in the folder.
    case removeChildren([ObjectID], from: FolderID)
    /// Moves albums and folders into a folder so that the first gets the index. Those in the folder already keep their place.
    case insertChildren([ObjectID], into: FolderID, at: Int)
    /// Takes children out of a folder's order, then inserts them at the index among the rest. Ignores those that are not in the folder.
    case moveChildren([ObjectID], in: FolderID, to: Int)
}

/// A new asset: its files, and the checked metadata that a worker read from the primary one.
public struct StagedAsset: Sendable {
    public var files: [StagedResource]
    public var facts: MediaFacts

    public init(files: [StagedResource], facts: MediaFacts) {
        self.files = files
        self.facts = facts
    }
}

/// Files for an existing asset, or for a new one if they belong to none.
///
/// A class, so that a batch stays small.
public final class StagedJoin: Sendable {
    let files: [StagedResource]
    /// Of the photo or the video among them; nil if there is none.
    let facts: MediaFacts?
    /// Of the sidecar among them.
    let sidecar: SidecarFacts?
    let target: Target
    /// Whether the files themselves say when they were taken, and not the client alone.
    let hasOwnDate: Bool

    public enum Target: Hashable, Sendable {
        case asset(AssetID)
        /// The asset with the same original, or else the one to which the names and times of the files point.
        case related
    }

    public init(
        files: [StagedResource], facts: MediaFacts?, sidecar: SidecarFacts?, to target: Target, hasOwnDate: Bool = true
    ) {
        self.files = files
        self.facts = facts
        self.sidecar = sidecar
        self.target = target
        self.hasOwnDate = hasOwnDate
    }
}

/// A file of a new asset.
public struct StagedResource: Sendable {
    public var type: ResourceType
    public var file: StagedFile
    public var filename: String?
    public var mimeType: String
    /// Whether a worker found a RAW in it.
    public var isRaw = false
    /// Whether the asset counts as RAW because of it: an edit's picture does not make it one.
    public var makesRaw: Bool { isRaw && [.photo, .alternatePhoto].contains(type) }

    public init(_ type: ResourceType, _ file: StagedFile, filename: String?, mimeType: String) {
        self.type = type
        self.file = file
        self.filename = filename
        self.mimeType = mimeType
    }
}

/// An edit of an asset: its renders, and what its app needs to resume it.
///
/// A class, so that a batch stays small.
public final class AssetEdit: Sendable {
    public let asset: AssetID
    /// The number of the content that was edited, as `EditableAsset` gave it.
    let base: Int64
    /// One for each type.
    public let renders: [StagedResource]
    /// What a worker read from the render that stands for the asset.
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

    /// The render that stands for the asset, for reading.
    public var content: OwnedDescriptor {
        (renders.first { $0.type != .fullSizePairedVideo } ?? renders[0]).file.descriptor
    }

    /// All its files.
    var files: [StagedResource] {
        renders + [
            StagedResource(.adjustmentData, data, filename: nil, mimeType: "application/octet-stream")
        ]
    }
}

/// Why a batch is refused, and which of its changes caused it.
public struct ChangeRefusal: Error, Hashable, Sendable {
    public enum Reason: Error, Hashable, Sendable {
        /// The identifier does not exist, is not visible to the client, or is of a different kind. The client cannot tell which.
        case notFound
        /// The same for the burst that a new asset names.
        case noSuchBurst
        /// The same for an album of type `album`.
        case noSuchAlbum(ObjectID)
        case noSuchFolder(ObjectID)
        /// The same for an album or a folder.
        case noSuchCollection(ObjectID)
        /// The asset does not have exactly one primary resource, or has two of a type.
        case resources
        /// The asset was edited or reverted since the edit began.
        case contentChanged
        /// Only trashed assets can be purged.
        case notInTrash
        /// The index is after the end of the album.
        case beyondEnd
        /// The index is after the end of the folder.
        case beyondLastChild
        /// The asset is not in the album.
        case notInAlbum
        case tooManyKeywords
        /// The folder would contain itself.
        case cycle
        case tooDeep
    }

    /// Counted from 0.
    public let index: Int
    public let reason: Reason

    public init(index: Int, reason: Reason) {
        self.index = index
        self.reason = reason
    }
}
