public import FilmgateModel

/// What a front end shows of an asset that may be chosen.
public struct AssetSummary: Hashable, Identifiable, Sendable {
    public let id: AssetID
    public var creationDate: Timestamp?
    public var filename: String?
    public var title: String?
    public var mediaType: MediaType?
    public var isFavorite: Bool

    public init(
        id: AssetID, creationDate: Timestamp? = nil, filename: String? = nil, title: String? = nil,
        mediaType: MediaType? = nil, isFavorite: Bool = false
    ) {
        self.id = id
        self.creationDate = creationDate
        self.filename = filename
        self.title = title
        self.mediaType = mediaType
        self.isFavorite = isFavorite
    }
}

/// An album that somebody made, as a front end shows it.
public struct AlbumSummary: Hashable, Identifiable, Sendable {
    public let id: AlbumID
    public let title: String
    /// How many assets it holds.
    public let count: Int

    public init(id: AlbumID, title: String, count: Int) {
        self.id = id
        self.title = title
        self.count = count
    }
}

/// The answer to `want-albums`.
public struct AlbumList: Codable, Hashable, Sendable {
    public let question: Question.ID
    /// By title.
    public let albums: [AlbumSummary]

    public init(question: Question.ID, albums: [AlbumSummary]) {
        self.question = question
        self.albums = albums
    }
}

/// Which assets a front end wants to be told of: a part of those that its question is about, the newest first.
public struct PageRequest: Hashable, Sendable {
    public let question: Question.ID
    /// Of this album alone; nil: of the library.
    public let album: AlbumID?
    public let offset: Int
    /// At most `mostAssets`; more is cut.
    public let count: Int

    public static let mostAssets = 1000

    public init(question: Question.ID, album: AlbumID? = nil, offset: Int, count: Int) {
        self.question = question
        self.album = album
        self.offset = offset
        self.count = count
    }
}

/// The answer to a `PageRequest`.
public struct AssetPage: Hashable, Sendable {
    public let question: Question.ID
    public let album: AlbumID?
    public let offset: Int
    /// How many there are in all, which the pages that follow hold to.
    public let total: Int
    public let assets: [AssetSummary]

    public init(question: Question.ID, album: AlbumID? = nil, offset: Int, total: Int, assets: [AssetSummary]) {
        self.question = question
        self.album = album
        self.offset = offset
        self.total = total
        self.assets = assets
    }
}
