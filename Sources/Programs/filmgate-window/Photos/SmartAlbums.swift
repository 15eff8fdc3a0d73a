import FilmgateModel
import FilmgateText

/// The smart albums from which a person can choose photos.
enum SmartAlbums {
    static var titles: [(id: AlbumID, title: String)] {
        [
            ("recently-added", localized("Recently Added")), ("favorites", localized("Favorites")),
            ("videos", localized("Videos")), ("live", localized("Live Photos")), ("panoramas", localized("Panoramas")),
            ("screenshots", localized("Screenshots")), ("animated", localized("Animated")), ("raw", localized("RAW")),
        ].compactMap { subtype, title in
            SmartAlbum.all.first { $0.subtype == subtype }.map { (AlbumID(uuid: $0.id.uuid), title) }
        }
    }
}
