import FilmgateHashing
import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite

/// Reads properties of assets, within a scope.
struct PropertyReader {
    /// The statement for one asset, whose row number is bound to the `?` at its end. Its first column is the
    /// identifier. It returns no row if the client does not see the asset.
    let statement: SQL
    /// The index of the first column of each property; nil if the property is withheld.
    private let columns: [Int?]
    private let properties: [AssetProperty]
    private let visibility: Visibility
    /// The content tokens; nil if the client does not request or may not read them.
    private let tokens: ContentTokens?

    init(_ properties: [AssetProperty], visibleTo visibility: Visibility, in database: DatabaseConnection) throws {
        let scope = try SQLScope(visibility, in: database)
        self.properties = properties
        self.visibility = visibility
        if properties.contains(.contentToken), let reader = visibility.tokenReader {
            tokens = ContentTokens(of: reader, secret: try database.secret())
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

    /// Returns the value of the property at this index. Returns nil if the value is absent or withheld.
    func value(at index: Int, in row: borrowing Row) -> PropertyValue? {
        guard let column = columns[index] else { return nil }
        return switch properties[index] {
        case .id: .text(AssetID(uuid: row.number128(column)).description)
        case .creator: row.creator(column, tellable: visibility)
        case .contentToken: row.contentToken(column, tokens)
        default: properties[index].value(in: row, at: column)
        }
    }

    /// Appends the value to a snapshot, without copying it first if possible.
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
    /// Whether the property's value is computed from its columns.
    fileprivate var isComposed: Bool {
        switch self {
        case .subtypes, .playbackStyle, .location, .keywords, .duration, .source, .availability,
            .contentHash, .creator, .contentToken:
            true
        case .id, .mediaType, .creationDate, .modificationDate, .addedDate, .favorite, .hidden, .rating, .title,
            .caption, .altText, .filename, .mimeType, .pixelWidth, .pixelHeight, .orientation, .fileSize, .trashedDate,
            .originalAsset, .burstID, .camera, .lens, .timeZone, .clockOffset, .place, .hasAdjustments,
            .adjustmentFormat:
            false
        }
    }
}

/// Makes the content tokens of one reader: keyed hashes of originals, which need no right.
///
/// A file's hash confirms a guess of the file's whole content. A token would do so, too, if it equaled the token of a
/// file that an app has added, itself or through another app. So tokens can be compared only among the additions of one
/// app, and among those of the owner's tools. The owner knows every file, and can compare all tokens.
struct ContentTokens {
    private let comparesAll: Bool
    private let key: [UInt8]
    /// The key for the additions of the owner's tools. Most assets are such additions.
    private let toolsKey: [UInt8]

    /// - Parameter secret: the library's secret. A backup includes it, so that tokens stay the same after a restore.
    init(of reader: TokenReader, secret: [UInt8]) {
        let name: String
        switch reader {
        case .owner: (comparesAll, name) = (true, "")
        case .client(let id): (comparesAll, name) = (false, id.description)
        }
        key = keyedHash(of: Array("filmgate content tokens\n\(name)".utf8), key: secret)
        toolsKey = comparesAll ? key : ContentTokens.key(for: "", key)
    }

    private static func key(for app: String, _ key: [UInt8]) -> [UInt8] {
        keyedHash(of: Array("creator\n\(app)".utf8), key: key)
    }

    /// - Parameter app: the app that added the asset; nil if one of the owner's tools added it.
    func token(of hash: ContentHash, addedBy app: String?) -> String {
        let own = comparesAll ? key : app.map { ContentTokens.key(for: $0, key) } ?? toolsKey
        return Hexadecimal.text(of: keyedHash(of: hash.bytes, key: own))
    }
}

extension Row {
    /// Returns the token of an asset. The columns with the hash and with the app that added the asset begin at
    /// `column`.
    ///
    /// - Parameter tokens: the tokens of the reading client; nil if the client does not read tokens.
    borrowing func contentToken(_ column: Int, _ tokens: ContentTokens?) -> PropertyValue? {
        guard let tokens, let hash = ContentHash(bytes: blob(column)) else { return nil }
        return .text(tokens.token(of: hash, addedBy: optionalText(column + 1)))
    }
}
