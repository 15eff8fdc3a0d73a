public import FilmgateModel

/// The properties of an asset for a front end that shows no pictures.
public struct AssetSummary: Hashable, Identifiable, Sendable {
    public var listed: ListedAsset
    public var filename: String?
    public var title: String?
    /// A description of the picture for people who cannot see it.
    public var altText: String?
    public var mediaType: MediaType?

    public init(
        _ listed: ListedAsset, filename: String? = nil, title: String? = nil, altText: String? = nil,
        mediaType: MediaType? = nil
    ) {
        self.listed = listed
        self.filename = filename
        self.title = title
        self.altText = altText
        self.mediaType = mediaType
    }

    public var id: AssetID { listed.id }
}

/// The properties of an album that a front end shows.
public struct AlbumSummary: Codable, Hashable, Identifiable, Sendable {
    public let id: AlbumID
    public let title: String
    /// The number of assets in the album.
    public let count: Int

    public init(id: AlbumID, title: String, count: Int) {
        self.id = id
        self.title = title
        self.count = count
    }
}

/// The answer to `want-albums`.
public struct AlbumListReply: Codable, Hashable, Sendable {
    public let question: AgentPrompt.ID
    /// The albums, sorted by title.
    public let albums: [AlbumSummary]

    public init(question: AgentPrompt.ID, albums: [AlbumSummary]) {
        self.question = question
        self.albums = albums
    }
}

/// A front end's request for a page of the assets of a question, newest first.
public struct PageRequest: Codable, Hashable, Sendable {
    public let question: AgentPrompt.ID
    /// The album; nil for the assets of the whole library.
    public let album: AlbumID?
    public let offset: Int
    /// The number of assets, at most `mostAssets`.
    public let count: Int

    public static let mostAssets = 1000

    public init(question: AgentPrompt.ID, album: AlbumID? = nil, offset: Int, count: Int) {
        self.question = question
        self.album = album
        self.offset = offset
        self.count = count
    }
}

/// The answer to a `PageRequest`.
public struct AssetPage: Codable, Hashable, Sendable {
    public let question: AgentPrompt.ID
    public let album: AlbumID?
    public let offset: Int
    /// The number of assets in all pages together.
    public let total: Int
    public let assets: [AssetSummary]

    public init(question: AgentPrompt.ID, album: AlbumID? = nil, offset: Int, total: Int, assets: [AssetSummary]) {
        self.question = question
        self.album = album
        self.offset = offset
        self.total = total
        self.assets = assets
    }
}
