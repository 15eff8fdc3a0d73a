public import FilmgateDBus
internal import FilmgateModel
public import FilmgatePolicy

/// A change as it travels: its name, and its keys not looked at yet.
public typealias RawChange = Structure<String, Options>

/// The changes that a batch can hold, by their names on the bus.
public enum ChangeKind: String, CaseIterable, Sendable {
    case createAsset = "create-asset"
    case setProperties = "set-properties"
    case deleteAssets = "delete-assets"
    case createAlbum = "create-album"
    case rename
    case deleteAlbums = "delete-albums"
    case addAssets = "add-assets"
    case removeAssets = "remove-assets"

    public init(_ raw: RawChange) throws {
        let name = raw.values.0
        guard let kind = ChangeKind(rawValue: name) else {
            throw WireError.invalidArgument("there is no change '\(quotable(name))'.")
        }
        self = kind
    }

    /// What policy is asked about it.
    public var operation: Operation {
        switch self {
        case .createAsset: .createAssets
        case .setProperties: .changeAssets
        case .deleteAssets: .deleteAssets
        case .createAlbum: .changeAlbums
        // To whoever sees no albums these are of ones that do not exist.
        case .rename, .deleteAlbums, .addAssets, .removeAssets: .seeAlbums
        }
    }
}
