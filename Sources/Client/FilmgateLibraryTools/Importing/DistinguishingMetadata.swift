import Filmgate
import FilmgateModel
import FoundationEssentials

/// The properties that distinguish assets with the same original file.
struct DistinguishingMetadata: Hashable {
    private var filename: String?
    private var creationDate: Date?
    private var title = ""
    private var caption = ""
    private var rating: Int32 = 0
    private var isFavorite = false
    private var isHidden = false

    /// The set of properties that must be equal.
    enum MatchStrength: CaseIterable {
        case all
        case nameAndDate
        case nothing
    }

    static let properties: Set<AssetProperty> = [
        .filename, .creationDate, .title, .caption, .rating, .favorite, .hidden,
    ]

    private init() {}

    init(_ asset: Asset) {
        (filename, creationDate) = (asset.filename, asset.creationDate)
        (title, caption) = (asset.title ?? "", asset.caption ?? "")
        (rating, isFavorite, isHidden) = (asset.rating ?? 0, asset.isFavorite, asset.isHidden)
    }

    init(_ item: ImportItem) {
        let properties = item.properties
        (filename, creationDate) = (item.file.libraryFilename, properties.creationDate.map { Date($0) })
        (title, caption) = (properties.title ?? "", properties.caption ?? "")
        (rating, isFavorite) = (properties.rating ?? 0, properties.isFavorite ?? false)
        isHidden = properties.isHidden ?? false
    }

    func reduced(to likeness: MatchStrength) -> DistinguishingMetadata {
        var distinguishing = DistinguishingMetadata()
        switch likeness {
        case .all: return self
        case .nameAndDate: (distinguishing.filename, distinguishing.creationDate) = (filename, creationDate)
        case .nothing: break
        }
        return distinguishing
    }
}
