public import FilmgateModel
public import FoundationEssentials

/// How files are taken into the library. `joins`, `joinsRelated` and `allowsDamaged` are for the owner's tools alone.
public struct AssetImportOptions: Sendable {
    /// Creates nothing if this app sees an asset with the same original.
    public var unlessPresent = false
    /// The creation date if neither the properties nor the file have one.
    public var fallbackDate: Date?
    /// Whether the fallback date is a guess; an asset that gets it has the subtype `guessedDate`.
    public var isFallbackGuessed = false
    /// Whether the fallback date is what a clock showed, as if it showed UTC; the zone is then that of the photo's place, or else the
    /// library's.
    public var fallbackLacksZone = false
    /// What is written into the photo or video, by the names and with the values of `PhotoLibrary.metadata(of:)`. Pixels stay as they are.
    public var metadata = FileMetadata()
    /// How the stored pixels are turned, by Exif's numbers from 1 to 8; nil: as the file says.
    public var orientation: UInt32?
    /// The burst that the asset joins, as `Asset.burstID` of its photos; nil for the one that its file names.
    public var burstID: String?
    /// The asset that the files are added to, in place of a new one. Those that it has already are left out.
    public var joins: (any AssetReference)?
    /// Adds the files to the asset that they belong to by their names and times, if there is one: the other half of RAW and JPEG or of
    /// a live photo, or the original of an edit.
    public var joinsRelated = false
    /// Accepts a file that can be shown in part; its asset then has the subtype `damaged`.
    public var allowsDamaged = false

    public init() {}
}
