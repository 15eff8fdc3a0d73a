public import FilmgateModel

/// One change of a batch, its placeholders resolved. What it creates has an identifier that the caller drew.
public enum StoreChange: Sendable {
    /// - Parameters:
    ///   - asset: nil where its files have not come yet, which is enough to rehearse with.
    ///   - properties: what the client states over what was read.
    ///   - original: the asset that it is a version of.
    ///   - unlessPresent: nothing is created where an asset with the same content is visible to whoever asks, and where they are not
    ///     told of content, was added by them; for the rest of the batch the identifier then stands for that one.
    case create(
        AssetID, StagedAsset?, properties: AssetChanges, original: AssetID? = nil, unlessPresent: Bool)
    case setProperties(AssetID, AssetChanges)
    /// Twice is once.
    case trash([AssetID])
    /// Out of the trash; what is not in it stays as it is.
    case restore([AssetID])
    /// For good, with their files; of what is in the trash alone.
    case purge([AssetID])
    /// Empty; at the top where there is no folder.
    case createAlbum(AlbumID, title: String, in: FolderID? = nil)
    case createFolder(FolderID, title: String, in: FolderID? = nil)
    /// Of an album or a folder.
    case rename(ObjectID, title: String)
    /// The albums alone; their assets stay.
    case deleteAlbums([AlbumID])
    /// The folders alone; what is in one comes to where it was.
    case deleteFolders([FolderID])
    /// At its end; what is in it already stays where it is.
    case addAssets([AssetID], to: AlbumID)
    /// What is not in it is left alone.
    case removeAssets([AssetID], from: AlbumID)
    /// So that the first gets the index among the album's assets outside the trash; what is in it already stays where it is.
    case insertAssets([AssetID], into: AlbumID, at: Int)
    /// Takes out first, then inserts at the index among what is left; what is not in it is left alone.
    case moveAssets([AssetID], in: AlbumID, to: Int)
    /// Albums and folders, out of where they are.
    case addChildren([ObjectID], to: FolderID)
    /// To the top; what is not in it is left alone.
    case removeChildren([ObjectID], from: FolderID)
}

/// An asset that is not in the library yet: its files, and what a worker read out of the primary one, checked.
public struct StagedAsset: Sendable {
    public var files: [StagedResource]
    public var facts: MediaFacts

    public init(files: [StagedResource], facts: MediaFacts) {
        self.files = files
        self.facts = facts
    }
}

/// One of its files.
public struct StagedResource: Sendable {
    public var type: ResourceType
    public var file: StagedFile
    public var filename: String?
    public var mimeType: String

    public init(_ type: ResourceType, _ file: StagedFile, filename: String?, mimeType: String) {
        self.type = type
        self.file = file
        self.filename = filename
        self.mimeType = mimeType
    }
}

/// Why a batch is refused: which of its changes is at fault, and how.
public struct ChangeRefusal: Error, Hashable, Sendable {
    public enum Reason: Error, Hashable, Sendable {
        /// An identifier that does not exist, may not be seen, or is of something else: they are one.
        case notFound
        /// The same of an album that somebody made.
        case noSuchAlbum(ObjectID)
        case noSuchFolder(ObjectID)
        /// The same where an album or a folder may stand.
        case noSuchCollection(ObjectID)
        /// Not exactly one primary resource, or two of a type.
        case resources
        /// Only what is in the trash can go for good.
        case notInTrash
        /// An index in an album that lies beyond the end of it.
        case beyondEnd
        /// A folder would lie in itself.
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
