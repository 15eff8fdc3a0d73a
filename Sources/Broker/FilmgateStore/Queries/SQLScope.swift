public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

/// The part of the library that a `Visibility` allows, as SQL conditions.
enum SQLScope: Hashable {
    case everything
    case assets(of: MediaType)
    /// The scope of the holder with this row in `client`: all of its assets, or only those of one media type.
    case members(of: Int64, only: MediaType? = nil)
    case item(AssetID)
    case nothing

    init(_ visibility: Visibility, in database: DatabaseConnection) throws {
        switch visibility.scope {
        case .everything: self = .everything
        case .assets(of: let type): self = .assets(of: type)
        case .item(let id): self = .item(id)
        case .nothing: self = .nothing
        case .selection(of: let holder, only: let type):
            guard let row = try database.row(of: holder) else {
                self = .nothing
                return
            }
            self = .members(of: row, only: type)
        }
    }

    /// The only media type in the scope, or nil for all types.
    var mediaType: MediaType? {
        switch self {
        case .everything, .item, .nothing: nil
        case .assets(of: let type): type
        case .members(of: _, only: let type): type
        }
    }

    /// Returns the condition that the client can see the asset `alias`.
    func exists(_ alias: SQL) -> SQL {
        switch self {
        case .everything: "1"
        case .assets(of: let type): "\(alias).media_type = \(type.rawValue)"
        case .members(of: let client, only: let type):
            """
            (\(alias).trashed_date IS NULL \(SQLScope.condition("\(alias).media_type", type)) AND EXISTS (
                SELECT 1 FROM member AS m WHERE m.client = \(client) AND m.creation_date = \(alias).creation_date
                AND m.id = \(alias).id))
            """
        case .item(let id): "(\(alias).id = \(id.bytes) AND \(alias).trashed_date IS NULL)"
        case .nothing: "0"
        }
    }

    /// Whether the asset `a` is in an album that the client sees, as 0 or 1. Only clients that see everything see
    /// albums of the type `album`. A number would be the number of a column in `ORDER BY`.
    var albumColumn: SQL {
        self == .everything ? "EXISTS (SELECT 1 FROM album_asset AS i WHERE i.asset = a.row)" : "(1 = 0)"
    }

    /// Returns the condition that a column has a media type, in the form `AND …`. Returns an empty text for nil.
    static func condition(_ column: SQL, _ type: MediaType?) -> SQL {
        type.map { "AND \(column) = \($0.rawValue)" } ?? ""
    }
}

extension DatabaseConnection {
    func key(of id: AssetID, in scope: SQLScope) throws -> AssetKey? {
        try key("SELECT a.row FROM asset AS a WHERE a.id = \(id.bytes) AND \(scope.exists("a"))")
    }
}

/// The row number of an asset, which identifies the asset in results. It must not leave the broker, because it reveals
/// the order of additions.
public struct AssetKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// An error for a query that uses a property that queries can never use or that the client cannot read. Searching or
/// sorting would reveal the values of this property.
public struct WithheldPropertyError: Error, Hashable, Sendable {
    public let property: AssetProperty

    public init(property: AssetProperty) { self.property = property }

    /// Creates the error for a withheld property of the rule. If the rule uses several, chooses the first in
    /// declaration order, so that equal queries give equal errors in all processes.
    ///
    /// - Returns: nil if the client may use all properties of the rule.
    public init?(of rule: Predicate<AssetProperty>, for visibility: Visibility) {
        self.init(among: rule.properties, for: visibility)
    }

    init?(among properties: Set<AssetProperty>, for visibility: Visibility) {
        guard
            let property = AssetProperty.allCases.first(where: {
                properties.contains($0) && (!visibility.shows($0) || $0.type == .unasked)
            })
        else { return nil }
        self.property = property
    }
}

/// An error for a query whose album does not exist or is invisible. The client cannot distinguish these cases.
public struct NoSuchAlbum: Error, Hashable, Sendable {}
