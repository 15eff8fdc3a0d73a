/// A new asset, the same from the client to the store.
public struct Creation<Kind: ReferenceKind>: Sendable {
    public var files: Kind.Files
    /// The client's values, which override what the files say.
    public var properties: AssetChanges
    public var options: CreationOptions
    /// The asset of which this is a version.
    public var originalAsset: Kind.Asset?
    /// The asset that the files are added to, in place of a new one. Those that it has already are left out.
    public var joins: Kind.Asset?
    /// Whether it waits in the inbox for the person. The broker decides that.
    public var isQuarantined: Bool

    public init(
        _ files: Kind.Files, properties: AssetChanges = AssetChanges(), _ options: CreationOptions = CreationOptions(),
        originalAsset: Kind.Asset? = nil, joins: Kind.Asset? = nil, isQuarantined: Bool = false
    ) {
        self.files = files
        self.properties = properties
        self.options = options
        self.originalAsset = originalAsset
        self.joins = joins
        self.isQuarantined = isQuarantined
    }
}

/// How files are taken into the library. `joinsRelated`, `allowsDamaged`, `isFallbackGuessed` and `fallbackLacksZone` are for the owner's
/// tools alone.
public struct CreationOptions: Sendable {
    /// What is written into the photo or video. Pixels stay as they are.
    public var description = FileDescription()
    /// The burst that the asset joins; nil for the one that its file names.
    public var burst: ObjectID?
    /// Creates nothing if the client sees an asset with the same original. For a client that may not read content hashes, only assets
    /// that it added itself count. The identifier in the answer is then "".
    public var unlessPresent: Bool
    /// The creation date if neither the properties nor the files have one.
    public var fallbackDate: Timestamp?
    /// Whether the fallback date is a guess; an asset that gets it has the subtype `guessedDate`.
    public var isFallbackGuessed = false
    /// Whether the fallback date is what a clock showed, as if it showed UTC; the zone is then that of the photo's place, or else the
    /// library's.
    public var fallbackLacksZone = false
    /// Adds the files to the asset that they belong to by their names and times, if there is one: the other half of RAW and JPEG or of
    /// a live photo, or the original of an edit.
    public var joinsRelated: Bool
    /// Accepts a file that can be shown in part; its asset then has the subtype `damaged`.
    public var allowsDamaged = false

    public init(burst: ObjectID? = nil, unlessPresent: Bool = false, joinsRelated: Bool = false) {
        self.burst = burst
        self.unlessPresent = unlessPresent
        self.joinsRelated = joinsRelated
    }

    /// Whether only the owner's tools may ask for it.
    public var isOwners: Bool { joinsRelated || allowsDamaged || isFallbackGuessed || fallbackLacksZone }
}
