public import FilmgateModel

/// The smart albums, by their names on the bus.
public enum SmartAlbumSubtype: String, CaseIterable, Sendable {
    /// The album of all assets that the app may see.
    case all
    /// Assets that were added within the last thirty days, the newest first.
    case recentlyAdded = "recently-added"
    case favorites
    case videos
    case panoramas
    case screenshots
    /// Photos with a short video.
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
    /// Assets in the trash, the last deleted first.
    case trash
    /// The newest assets: those added with less than an hour between each and the next.
    case lastImport = "last-import"

    /// The album's identifier, which is the same in every library.
    public var id: AlbumID {
        guard let album = SmartAlbum.all.first(where: { $0.subtype == rawValue }) else {
            preconditionFailure("the library has no smart album '\(rawValue)'")
        }
        return AlbumID(uuid: album.id.uuid)
    }
}
