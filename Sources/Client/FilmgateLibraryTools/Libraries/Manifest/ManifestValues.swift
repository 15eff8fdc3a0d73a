import Filmgate
import FilmgateModel

/// The properties that a manifest lists for an asset, limited to values that the library accepts. A property that the
/// manifest does not list becomes empty, even if the files contain a value.
struct ManifestValues {
    private(set) var properties = AssetChanges()
    /// The creation date, if it was guessed; nil if not.
    private(set) var guessedDate: Timestamp?
    /// The keys of values that the library does not accept unchanged.
    private(set) var left: [String] = []

    init(_ asset: ManifestAsset) {
        setDate(asset.creationDate, isGuessed: asset.isDateGuessed == true)
        if let zone = asset.timeZone {
            if ContractLimits.timeZones.contains(zone) {
                properties.timeZoneOffset = zone
            } else {
                left.append("time-zone")
            }
        }
        setPlace(asset.latitude, asset.longitude)
        properties.isFavorite = asset.isFavorite == true
        properties.isHidden = asset.isHidden == true
        properties.rating = asset.rating.flatMap { ContractLimits.rating.contains($0) ? $0 : nil } ?? 0
        if let rating = asset.rating, !ContractLimits.rating.contains(rating) { left.append("rating") }
        properties.title = text(asset.title, bytes: ContractLimits.titleBytes, "title")
        properties.caption = text(asset.caption, bytes: ContractLimits.captionBytes, "caption")
        properties.altText = text(asset.altText, bytes: ContractLimits.titleBytes, "alt-text")
        let keywords = asset.keywords ?? []
        let known = keywords.filter {
            !$0.isEmpty && $0.utf8.count <= ContractLimits.keywordBytes && !$0.utf8.contains(0)
        }
        .prefix(ContractLimits.keywords)
        if known.count < keywords.count { left.append("keywords") }
        properties.keywords = Array(known)
    }

    private mutating func setDate(_ microseconds: Int64?, isGuessed: Bool) {
        guard let date = microseconds.map(Timestamp.init(rawValue:)) else { return }
        guard ContractLimits.dates.contains(date) else { return left.append("creation-date") }
        if isGuessed { guessedDate = date } else { properties.creationDate = date }
    }

    private mutating func setPlace(_ latitude: Double?, _ longitude: Double?) {
        properties.removesLocation = true
        guard latitude != nil || longitude != nil else { return }
        guard let latitude, let longitude, let place = Location(latitude: latitude, longitude: longitude) else {
            return left.append("latitude and longitude")
        }
        (properties.location, properties.removesLocation) = (place, false)
    }

    /// Returns the text, shortened to the length that the library accepts; empty for nil.
    private mutating func text(_ text: String?, bytes: Int, _ key: String) -> String {
        guard let text else { return "" }
        let kept = FileTextCleaner.bounded(text, bytes: bytes)
        if kept.utf8.count < text.utf8.count { left.append(key) }
        return kept
    }
}

extension FileTextCleaner {
    /// Returns the text, shortened to the length that the library accepts.
    static func bounded(_ text: String, bytes: Int) -> String {
        text.utf8.count <= bytes && !text.utf8.contains(0) ? text : clean(text, bytes: bytes) ?? ""
    }
}
