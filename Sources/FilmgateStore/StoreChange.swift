public import FilmgateModel

/// One change of a batch, its placeholders resolved.
public enum StoreChange: Sendable {
    /// A new asset under an identifier that the caller drew.
    ///
    /// - Parameters:
    ///   - properties: what the client states over what was read.
    ///   - original: the asset that it is a version of.
    ///   - unlessPresent: nothing is created where an asset with the same content is visible to whoever asks.
    case create(
        AssetID, StagedAsset, properties: AssetChanges, original: AssetID? = nil, unlessPresent: Bool)
    case setProperties(AssetID, AssetChanges)
    /// Twice is once.
    case trash([AssetID])
    /// Out of the trash; what is not in it stays as it is.
    case restore([AssetID])
    /// A new, empty album under an identifier that the caller drew.
    case createAlbum(AlbumID, title: String)
    case renameAlbum(AlbumID, title: String)
    /// The albums alone; their assets stay.
    case deleteAlbums([AlbumID])
    /// At its end; what is in it already stays where it is.
    case addAssets([AssetID], to: AlbumID)
    case removeAssets([AssetID], from: AlbumID)
    /// So that the first gets the index among the album's assets outside the trash; what is in it already stays where it is.
    case insertAssets([AssetID], into: AlbumID, at: Int)
    /// Takes out first, then inserts at the index among what is left; what is not in it is left alone.
    case moveAssets([AssetID], in: AlbumID, to: Int)
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
        /// An identifier that does not exist, or may not be seen: the two are one.
        case notFound
        /// The same of an album.
        case noSuchAlbum
        /// An index in an album that lies beyond the end of it.
        case beyondEnd
        /// Not exactly one primary resource, or two of a type.
        case resources
    }

    /// Counted from 0.
    public let index: Int
    public let reason: Reason

    public init(index: Int, reason: Reason) {
        self.index = index
        self.reason = reason
    }
}
