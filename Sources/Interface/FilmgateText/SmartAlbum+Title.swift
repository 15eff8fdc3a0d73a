public import FilmgateModel

extension SmartAlbum {
    /// The title in the person's language.
    public var localizedTitle: String {
        switch subtype {
        case "all": localized("All photos")
        case "recently-added": localized("Recently added")
        case "favorites": localized("Favorites")
        case "videos": localized("Videos")
        case "panoramas": localized("Panoramas")
        case "screenshots": localized("Screenshots")
        case "live": localized("Live photos")
        case "animated": localized("Animations")
        case "raw": localized("RAW")
        case "bursts": localized("Bursts")
        case "depth": localized("Depth")
        case "slow-motion": localized("Slow motion")
        case "time-lapse": localized("Time lapses")
        case "hidden": localized("Hidden")
        case "trash": localized("Trash")
        case "last-import": localized("Last import")
        default: title
        }
    }
}
