public import Filmgate
public import FilmgateModel

/// A meaning that words of a search can have in addition to their text.
public enum SearchTerm: Hashable, Sendable {
    case year(Int)
    /// The month, from 1 for January to 12.
    case month(Int)
    /// The day of a month.
    case day(Int)
    case kind(SearchKind)
    /// The cameras or lenses with which a photo was taken.
    case device(cameras: [String], lenses: [String])
}

/// A kind of asset that a person can search for.
public enum SearchKind: String, CaseIterable, Sendable {
    case photos, videos, favorites, live, panoramas, screenshots, animated, raw, bursts, depth, hdr, edited, selfies
    case slowMotion = "slow-motion"
    case timeLapse = "time-lapse"
    case inNoAlbum = "in-no-album"

    /// The smart album with the same assets; nil if there is none.
    public var smartAlbum: SmartAlbum? { SmartAlbum.all.first { $0.subtype == rawValue } }

    /// Restricts a request to the assets of this kind.
    public func restricting(_ request: FetchRequest<Asset>) -> FetchRequest<Asset> {
        request.where(condition)
    }

    /// The condition that assets of this kind meet.
    private var condition: QueryCondition<AssetFields> {
        let fields = AssetFields()
        return switch self {
        case .photos: fields.mediaType == .image
        case .videos: fields.mediaType == .video
        case .favorites: fields.isFavorite.condition
        case .live: fields.mediaSubtypes.contains(.live)
        case .panoramas: fields.mediaSubtypes.contains(.panorama)
        case .screenshots: fields.mediaSubtypes.contains(.screenshot)
        case .animated: fields.mediaSubtypes.contains(.animated)
        case .raw: fields.mediaSubtypes.contains(.raw)
        case .bursts: fields.mediaSubtypes.contains(.burst)
        case .depth: fields.mediaSubtypes.contains(.depth)
        case .hdr: fields.mediaSubtypes.contains(.hdr)
        case .edited: fields.hasAdjustments.condition
        // Phones use this word in the lens name of their front camera.
        case .selfies: fields.lens.contains("front")
        case .slowMotion: fields.mediaSubtypes.contains(.slowMotion)
        case .timeLapse: fields.mediaSubtypes.contains(.timeLapse)
        case .inNoAlbum: !fields.isInAlbum
        }
    }

    /// The English words for this kind.
    var englishWords: [String] {
        switch self {
        case .photos: ["photo", "photos", "picture", "pictures"]
        case .videos: ["video", "videos", "movie", "movies"]
        case .favorites: ["favorite", "favorites", "favourite", "favourites"]
        case .live: ["live", "live photo", "live photos"]
        case .panoramas: ["panorama", "panoramas"]
        case .screenshots: ["screenshot", "screenshots"]
        case .animated: ["animated", "animation", "animations", "gif", "gifs"]
        case .raw: ["raw"]
        case .bursts: ["burst", "bursts"]
        case .depth: ["depth", "portrait", "portraits"]
        case .hdr: ["hdr"]
        case .edited: ["edited"]
        case .selfies: ["selfie", "selfies"]
        case .slowMotion: ["slow motion", "slow mo", "slomo"]
        case .timeLapse: ["time lapse", "time lapses", "timelapse", "timelapses"]
        case .inNoAlbum: ["no album", "in no album", "not in an album"]
        }
    }
}
