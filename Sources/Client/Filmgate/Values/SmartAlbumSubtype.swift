public import FilmgateModel

/// The built-in smart albums. Raw values are the names on the bus.
public enum SmartAlbumSubtype: String, CaseIterable, Sendable {
    /// All assets that the app may see.
    case all
    /// Assets that were added within the last thirty days, the newest first.
    case recentlyAdded = "recently-added"
    case favorites
    case videos
    case panoramas
    case screenshots
    /// Live photos: photos with a short video.
    case live
    case animated
    case raw
    case bursts
    /// Photos with a depth map.
    case depth
    case slowMotion = "slow-motion"
    case timeLapse = "time-lapse"
    /// Assets that the person has hidden.
    case hidden
    /// Assets in the trash, the most recently deleted first.
    case trash
    /// The newest assets, each added less than an hour after the previous one.
    case lastImport = "last-import"

    /// The album's identifier, which is the same in every library.
    public var id: AlbumID {
        guard let album = SmartAlbum.all.first(where: { $0.subtype == rawValue }) else {
            preconditionFailure("the library has no smart album '\(rawValue)'")
        }
        return AlbumID(uuid: album.id.uuid)
    }
}
