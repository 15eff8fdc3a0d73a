/// A new asset, or new files for an existing asset. The client library, the wire format and the store share this type.
public struct AssetCreation<Kind: ReferenceKind>: Sendable {
    public var files: Kind.Files
    /// The client's values, which override the files' metadata.
    public var properties: AssetChanges
    public var options: AssetCreationOptions
    /// The existing asset that the new asset is a version of.
    public var originalAsset: Kind.Asset?
    /// An existing asset to add the files to, instead of creating an asset. Files that it already has are skipped.
    public var joins: Kind.Asset?
    /// Whether the asset waits in the inbox for the person's review. Set by the broker.
    public var isQuarantined: Bool

    public init(
        _ files: Kind.Files, properties: AssetChanges = AssetChanges(),
        _ options: AssetCreationOptions = AssetCreationOptions(),
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

/// The options for adding files to the library. `joinsRelated`, `allowsDamaged`, `isFallbackGuessed`,
/// `fallbackLacksZone` and `importBegan` are only for the owner's tools, such as filmgatectl.
public struct AssetCreationOptions: Sendable {
    /// The metadata to write into the file of the photo or video. The pixels do not change.
    public var description = NewFileMetadata()
    /// The burst that the asset joins; nil means the burst identified in the photo's metadata, if any.
    public var burst: ObjectID?
    /// Whether to skip the creation if the client sees an asset with the same original. The identifier in the reply is
    /// then "". For a client that may not read content hashes, only assets that it added itself count.
    public var unlessPresent: Bool
    /// The creation date to use if neither the properties nor the files have one.
    public var fallbackDate: Timestamp?
    /// Whether the fallback date is a guess. An asset with this date then gets the subtype `guessedDate`.
    public var isFallbackGuessed = false
    /// Whether the fallback date is a local time, encoded as if it were UTC. The broker then assumes the zone of the
    /// photo's location, or else the library's zone.
    public var fallbackLacksZone = false
    /// Whether to add the files to a related existing asset, found by names and times: the other half of a RAW and JPEG
    /// pair or of a live photo, or the original of an edit.
    public var joinsRelated: Bool
    /// Whether to accept a file that can be shown only in part. Its asset then gets the subtype `damaged`.
    public var allowsDamaged = false
    /// When the import that adds the asset began; nil if no import adds it. The smart album `last-import` lists the
    /// assets with the latest of these dates.
    public var importBegan: Timestamp?

    public init(burst: ObjectID? = nil, unlessPresent: Bool = false, joinsRelated: Bool = false) {
        self.burst = burst
        self.unlessPresent = unlessPresent
        self.joinsRelated = joinsRelated
    }

    /// Whether any option is set that only the owner's tools may use.
    public var isOwners: Bool {
        joinsRelated || allowsDamaged || isFallbackGuessed || fallbackLacksZone || importBegan != nil
    }
}
