public import FilmgateModel

/// The albums that the library makes up by itself, by their names on the bus.
public enum SmartAlbumSubtype: String, CaseIterable, Sendable {
    /// All that may be seen.
    case all
    /// Added within the last thirty days, the newest addition first.
    case recentlyAdded = "recently-added"
    case favorites
    case videos
    case panoramas
    case screenshots
    /// Photos with a moment of video beside them.
    case live
    case animated
    case raw
    /// What the person hides from view.
    case hidden
    /// What was deleted, the last first.
    case trash
    /// The newest additions, as long as less than an hour lies between one and the next.
    case lastImport = "last-import"

    /// Its identifier, which is the same in every library.
    public var id: AlbumID {
        guard let album = SmartAlbum.all.first(where: { $0.subtype == rawValue }) else {
            preconditionFailure("the library has no smart album '\(rawValue)'")
        }
        return AlbumID(uuid: album.id.uuid)
    }
}
