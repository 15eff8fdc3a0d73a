public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

/// The part of the library that a `Visibility` allows, in terms of the database.
enum SQLScope: Hashable {
    case everything
    /// All assets of a type.
    case assets(of: MediaType)
    /// The scope of a holder, by its row: all of its assets, or those of one type.
    case members(of: Int64, only: MediaType? = nil)
    /// Only the asset with this identifier.
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

    /// The only type of asset in the scope; nil means all types.
    var mediaType: MediaType? {
        switch self {
        case .everything, .item, .nothing: nil
        case .assets(of: let type): type
        case .members(of: _, only: let type): type
        }
    }

    /// Returns the condition that the asset `alias` exists for the client.
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

    /// Returns the condition that a column has a type, as `AND …`; empty for all types.
    static func condition(_ column: SQL, _ type: MediaType?) -> SQL {
        type.map { "AND \(column) = \($0.rawValue)" } ?? ""
    }
}

extension DatabaseConnection {
    /// Returns the key of an asset. Returns nil if it does not exist for the client.
    func key(of id: AssetID, in scope: SQLScope) throws -> AssetKey? {
        try key("SELECT a.row FROM asset AS a WHERE a.id = \(id.bytes) AND \(scope.exists("a"))")
    }
}

/// An asset's row number, by which results refer to the asset. It must not leave the broker, because it reveals the
/// order of additions.
public struct AssetKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// Thrown if a query uses a property that the client may not read. The client must not learn its values by searching or
/// sorting either.
public struct WithheldProperty: Error, Hashable, Sendable {
    public let property: AssetProperty

    public init(property: AssetProperty) { self.property = property }

    /// Creates the error for the first property, in declaration order, that a rule uses and the client may not read.
    /// The order makes the result equal for equal queries in every process.
    ///
    /// - Returns: nil if the client may read all properties that the rule uses.
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

/// Thrown if the album of a query does not exist or is not visible. The client does not learn which.
public struct NoSuchAlbum: Error, Hashable, Sendable {}
