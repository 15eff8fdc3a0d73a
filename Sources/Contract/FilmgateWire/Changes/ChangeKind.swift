public import FilmgateDBus
import FilmgateModel
public import FilmgatePolicy

/// A change on the bus: its name, and its options, which are not validated yet.
public typealias RawChange = Structure<String, Options>

/// The kinds of changes in a batch, by their names on the bus.
public enum ChangeKind: String, CaseIterable, Sendable {
    case createAsset = "create-asset"
    case setProperties = "set-properties"
    case addKeywords = "add-keywords"
    case removeKeywords = "remove-keywords"
    case setBurstPick = "set-burst-pick"
    case setContent = "set-content"
    case revertContent = "revert-content"
    case deleteAssets = "delete-assets"
    case restoreAssets = "restore-assets"
    case purgeAssets = "purge-assets"
    case createAlbum = "create-album"
    case createFolder = "create-folder"
    case setRule = "set-rule"
    case rename
    case deleteAlbums = "delete-albums"
    case deleteFolders = "delete-folders"
    case setCover = "set-cover"
    case addAssets = "add-assets"
    case removeAssets = "remove-assets"
    case insertAssets = "insert-assets"
    case moveAssets = "move-assets"
    case addChildren = "add-children"
    case removeChildren = "remove-children"
    case insertChildren = "insert-children"
    case moveChildren = "move-children"

    public init(_ raw: RawChange) throws {
        let name = raw.values.0
        guard let kind = ChangeKind(rawValue: name) else {
            throw WireError.invalidArgument("there is no change '\(quotable(name))'.")
        }
        self = kind
    }

    /// Returns the operation that policy must allow before the change's keys are validated; nil for an unknown change.
    public static func operation(of raw: RawChange) -> Operation? {
        let kind = ChangeKind(rawValue: raw.values.0)
        return kind == .createAsset && AssetChanges.hide(raw.values.1) ? .createHiddenAssets : kind?.operation
    }

    /// The operation that policy must allow. A `createAsset` change can need a different one: see `operation(of:)`.
    public var operation: Operation {
        switch self {
        case .createAsset: .createAssets
        case .setProperties, .addKeywords, .removeKeywords, .restoreAssets: .changeAssets
        case .setContent, .revertContent: .editAssets
        case .deleteAssets, .purgeAssets: .deleteAssets
        // The pick decides which photo of a burst all clients see, so only clients that see the whole library may
        // choose it.
        case .createAlbum, .createFolder, .setBurstPick: .changeAlbums
        // Policy allows these even to clients that see no albums or folders. Such clients get an error later.
        case .rename, .setRule, .deleteAlbums, .deleteFolders, .setCover, .addAssets, .removeAssets, .insertAssets,
            .moveAssets, .addChildren, .removeChildren, .insertChildren, .moveChildren:
            .nameAlbums
        }
    }
}

/// The keys that changes can have.
enum ChangeKey: String {
    case condition = "where"
    case placeholder, id, ids, title, parent, album, folder, index, resources, properties, session, keywords, metadata
    case originalAsset = "original-asset"
    case burstID = "burst-id"
    case unlessPresent = "unless-present"
    case fallbackDate = "fallback-date"
    case fallbackGuessed = "fallback-guessed"
    case fallbackLacksZone = "fallback-lacks-zone"
    case joins
    case joinsRelated = "joins-related"
    case allowDamaged = "allow-damaged"
    case importBegan = "import-began"
}
