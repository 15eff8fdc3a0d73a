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

/// Which assets a front end wants to be told of: a part of those that its question is about, the newest first.
public struct PageRequest: Codable, Hashable, Sendable {
    public let question: Question.ID
    public let offset: Int
    /// At most `mostAssets`; more is cut.
    public let count: Int

    public static let mostAssets = 1000

    public init(question: Question.ID, offset: Int, count: Int) {
        self.question = question
        self.offset = offset
        self.count = count
    }
}

/// The answer to a `PageRequest`.
public struct AssetPage: Codable, Hashable, Sendable {
    public let question: Question.ID
    public let offset: Int
    /// How many there are in all, which the pages that follow hold to.
    public let total: Int
    public let assets: [AssetSummary]

    public init(question: Question.ID, offset: Int, total: Int, assets: [AssetSummary]) {
        self.question = question
        self.offset = offset
        self.total = total
        self.assets = assets
    }
}
