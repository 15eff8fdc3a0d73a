import FilmgateHashing
import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite

/// Reads properties of the assets that a client sees.
struct PropertyReader {
    /// The statement for one asset. It ends with a `?` for the row number, and its first column is the identifier. It
    /// returns no row if the client cannot see the asset.
    let statement: SQL
    /// The index of each property's first column, or nil if the client cannot read the property.
    private let columns: [Int?]
    private let properties: [AssetProperty]
    private let visibility: Visibility
    /// Computes content tokens. It is nil if the client does not request tokens or cannot read them.
    private let tokens: ContentTokenGenerator?

    init(_ properties: [AssetProperty], visibleTo visibility: Visibility, in database: DatabaseConnection) throws {
        let scope = try SQLScope(visibility, in: database)
        self.properties = properties
        self.visibility = visibility
        if properties.contains(.contentToken), let reader = visibility.tokenReader {
            tokens = ContentTokenGenerator(of: reader, secret: try database.secret())
        } else {
            tokens = nil
        }
        var selected: [SQL] = ["a.id"]
        columns = properties.map { property in
            guard visibility.shows(property) else { return nil }
            defer { selected += property.columns(in: scope, visibility.limits.locationPrecision) }
            return selected.count
        }
        statement = """
            SELECT \(selected.joined(by: ", ")) FROM asset AS a
            \(AssetQuery.join(for: properties.filter(visibility.shows))) WHERE \(scope.exists("a")) AND a.row = ?
            """
    }

    /// Returns the value of the property at this index, or nil if the value is absent or withheld.
    func value(at index: Int, in row: borrowing Row) -> PropertyValue? {
        guard let column = columns[index] else { return nil }
        return switch properties[index] {
        case .id: .text(AssetID(uuid: row.number128(column)).description)
        case .creator: row.creator(column, tellable: visibility)
        case .contentToken: row.contentToken(column, tokens)
        default: properties[index].value(in: row, at: column)
        }
    }

    /// Appends a value to a snapshot. Avoids copying the value if possible.
    func append(_ index: Int, of row: borrowing Row, to writer: inout SnapshotWriter) {
        let property = properties[index]
        guard let column = columns[index], !property.isComposed, !row.isNull(column) else {
            return writer.append(value(at: index, in: row), to: index)
        }
        switch property.columns[0].type {
        case .signed64: writer.append(number: row.integer(column), to: index)
        case .unsigned64: writer.append(number: UInt64(clamping: row.integer(column)), to: index)
        case .unsigned32: writer.append(number: UInt32(clamping: row.integer(column)), to: index)
        case .signed32: writer.append(number: Int32(clamping: row.integer(column)), to: index)
        case .flag: writer.append(number: UInt8(row.flag(column) ? 1 : 0), to: index)
        case .uuid, .text: row.withBytes(column) { writer.append(bytes: $0, to: index) }
        case .double, .texts, .present: writer.append(value(at: index, in: row), to: index)
        }
    }
}

extension AssetProperty {
    /// Whether the value is computed from several columns, or differs from the column.
    fileprivate var isComposed: Bool {
        switch self {
        case .subtypes, .playbackStyle, .location, .keywords, .duration, .source, .availability,
            .contentHash, .creator, .contentToken, .inAlbum:
            true
        case .id, .mediaType, .creationDate, .modificationDate, .addedDate, .favorite, .hidden, .rating, .title,
            .caption, .altText, .filename, .mimeType, .pixelWidth, .pixelHeight, .orientation, .fileSize, .trashedDate,
            .originalAsset, .burstID, .camera, .lens, .timeZone, .clockOffset, .place, .hasAdjustments,
            .adjustmentFormat:
            false
        }
    }
}

/// Computes the content tokens for one reader. Tokens are keyed hashes of originals, and need no right.
///
/// A content hash can confirm a guess about a file. A token could, too, if an app added the guessed file and got an
/// equal token. So tokens are comparable only within one app's additions, or within those of the owner's tools. The
/// owner knows all files, and can compare all tokens.
struct ContentTokenGenerator {
    private let comparesAll: Bool
    private let key: [UInt8]
    /// The key for assets that the owner's tools added, which are most assets.
    private let toolsKey: [UInt8]

    /// - Parameter secret: the library's secret. Backups contain it, so tokens stay the same after a restoration.
    init(of reader: ContentTokenRecipient, secret: [UInt8]) {
        let name: String
        switch reader {
        case .owner: (comparesAll, name) = (true, "")
        case .client(let id): (comparesAll, name) = (false, id.description)
        }
        key = keyedHash(of: Array("filmgate content tokens\n\(name)".utf8), key: secret)
        toolsKey = comparesAll ? key : ContentTokenGenerator.key(for: "", key)
    }

    private static func key(for app: String, _ key: [UInt8]) -> [UInt8] {
        keyedHash(of: Array("creator\n\(app)".utf8), key: key)
    }

    /// - Parameter app: the app that added the asset, or nil for the owner's tools.
    func token(of hash: ContentHash, addedBy app: String?) -> String {
        let own = comparesAll ? key : app.map { ContentTokenGenerator.key(for: $0, key) } ?? toolsKey
        return Hexadecimal.text(of: keyedHash(of: hash.bytes, key: own))
    }
}

extension Row {
    /// Returns the content token of an asset. Two columns begin at `column`: the content hash, and the app that added
    /// the asset.
    ///
    /// - Parameter tokens: computes tokens for the reading client. It is nil if the client cannot read tokens.
    borrowing func contentToken(_ column: Int, _ tokens: ContentTokenGenerator?) -> PropertyValue? {
        guard let tokens, let hash = ContentHash(bytes: blob(column)) else { return nil }
        return .text(tokens.token(of: hash, addedBy: optionalText(column + 1)))
    }
}
