import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite

/// The columns of each property. The alias `a` stands for the asset, and `r` for its primary resource.
extension AssetProperty {
    /// Returns the columns to select. Returns no columns for a property that is not stored.
    ///
    /// - Parameter places: the client's location precision. The columns have only this precision.
    func columns(in scope: SQLScope, _ places: LocationPrecision) -> [SQL] {
        switch self {
        case .id: ["a.id"]
        case .mediaType: ["a.media_type"]
        case .subtypes: ["a.subtypes"]
        case .playbackStyle: ["a.media_type", "a.subtypes"]
        case .creationDate: ["a.creation_date"]
        case .modificationDate: ["a.modification_date"]
        case .addedDate: ["a.added_date"]
        case .location: [places.column("a.latitude"), places.column("a.longitude")]
        case .favorite: ["a.favorite"]
        case .hidden: ["a.hidden"]
        case .rating: ["a.rating"]
        case .title: ["a.title"]
        case .caption: ["a.caption"]
        case .altText: ["a.alt_text"]
        // Keywords cannot contain NUL, so NUL separates them.
        case .keywords: ["(SELECT group_concat(value, char(0)) FROM json_each(a.keywords))"]
        case .filename: ["r.filename"]
        case .mimeType: ["r.mime_type"]
        case .pixelWidth: ["a.pixel_width"]
        case .pixelHeight: ["a.pixel_height"]
        case .orientation: ["a.orientation"]
        case .duration: ["a.duration"]
        case .fileSize: ["r.size"]
        case .trashedDate: ["a.trashed_date"]
        case .originalAsset: ["(SELECT o.id FROM asset AS o WHERE o.row = a.original AND \(scope.exists("o")))"]
        case .contentHash: ["r.hash"]
        case .contentToken: ["r.hash", "iif(a.import_date IS NULL, \(AssetProperty.creatorColumn), NULL)"]
        case .creator: [AssetProperty.creatorColumn, "a.creator_connection"]
        case .camera: ["a.camera"]
        case .lens: ["a.lens_model"]
        case .place: [places.nameColumn]
        case .timeZone: ["a.time_zone_offset"]
        case .clockOffset: ["a.clock_offset"]
        case .hasAdjustments: ["(a.adjustment_format IS NOT NULL)"]
        case .adjustmentFormat: ["a.adjustment_format"]
        case .burstID: [scope.burstColumn]
        case .inAlbum: [scope.albumColumn]
        case .source, .availability: []
        }
    }

    /// Returns the SQL terms to sort by, or none if assets cannot be sorted by the property. To save memory, only the
    /// first characters of long strings count.
    func order(in scope: SQLScope, _ places: LocationPrecision) -> [SQL] {
        switch self {
        case .title: ["a.title COLLATE NOCASE"]
        case .altText: ["a.alt_text COLLATE NOCASE"]
        case .caption: ["substr(a.caption, 1, 64) COLLATE NOCASE"]
        case .filename: ["r.filename COLLATE NOCASE"]
        case .camera, .lens, .place: ["\(columns(in: scope, places)[0]) COLLATE NOCASE"]
        case .keywords: ["rtrim(substr(a.keywords, 1, 64), ']') COLLATE NOCASE"]
        case .playbackStyle: [AssetProperty.playbackStyleColumn]
        case .id, .mediaType, .subtypes, .creationDate, .modificationDate, .addedDate, .location, .favorite, .hidden,
            .rating, .mimeType, .pixelWidth, .pixelHeight, .orientation, .duration, .fileSize, .trashedDate,
            .originalAsset, .contentHash, .timeZone, .clockOffset, .hasAdjustments, .adjustmentFormat, .burstID,
            .inAlbum:
            columns(in: scope, places)
        case .source, .availability, .creator, .contentToken: []
        }
    }

    private static let creatorColumn: SQL = "(SELECT c.id FROM client AS c WHERE c.row = a.creator)"

    fileprivate static let playbackStyleColumn: SQL = """
        CASE WHEN a.media_type = 'video' THEN 'video' WHEN \(AssetPredicateColumns.isOf(.live)) THEN 'live-photo'
        WHEN \(AssetPredicateColumns.isOf(.animated)) THEN 'image-animated' ELSE 'image' END
        """

    /// Whether the property is a column of the primary resource.
    var isOfResource: Bool {
        switch self {
        case .filename, .mimeType, .fileSize, .contentHash, .contentToken: true
        case .id, .mediaType, .subtypes, .playbackStyle, .creationDate, .modificationDate, .addedDate, .location,
            .favorite, .hidden, .rating, .title, .caption, .altText, .keywords, .pixelWidth, .pixelHeight, .orientation,
            .duration, .source, .availability, .hasAdjustments, .adjustmentFormat, .burstID, .trashedDate,
            .originalAsset,
            .creator, .camera, .lens, .timeZone, .clockOffset, .place, .inAlbum:
            false
        }
    }

    /// Returns the value of the property, or nil if it is absent. The property's columns begin at `column`.
    func value(in row: borrowing Row, at column: Int) -> PropertyValue? {
        switch self {
        case .id, .originalAsset, .burstID: AssetID(bytes: row.blob(column)).map { .text($0.description) }
        case .mediaType, .mimeType: .text(row.text(column))
        case .subtypes: .texts(row.subtypes(column).map(\.rawValue).sorted())
        case .playbackStyle:
            .text(PlaybackStyle(row.mediaType(column), row.subtypes(column + 1)).rawValue)
        case .creationDate, .modificationDate, .addedDate, .trashedDate:
            row.optionalInteger(column).map { .date(Timestamp(rawValue: $0)) }
        case .location:
            row.isNull(column)
                ? nil : Location(latitude: row.real(column), longitude: row.real(column + 1)).map { .place($0) }
        case .favorite, .hidden, .hasAdjustments: .flag(row.flag(column))
        case .rating, .clockOffset: .signed(Int32(clamping: row.integer(column)))
        case .timeZone: row.optionalInteger(column).map { .signed(Int32(clamping: $0)) }
        case .title, .caption, .altText, .filename, .camera, .lens, .place, .adjustmentFormat:
            row.optionalText(column).map { .text($0) }
        case .keywords: row.isNull(column) ? nil : .texts(row.keywords(column))
        case .pixelWidth, .pixelHeight, .orientation: .unsigned(UInt32(clamping: row.integer(column)))
        case .duration: row.optionalReal(column).map { .seconds($0) }
        case .fileSize: .bytes(UInt64(clamping: row.integer(column)))
        case .contentHash: ContentHash(bytes: row.blob(column)).map { .text($0.description) }
        case .source: .text("user-library")
        case .availability: .text("local")
        // The first two depend on the visibility, so `PropertyReader` reads them. The last one is only for queries.
        case .creator, .contentToken, .inAlbum: nil
        }
    }
}

extension LocationPrecision {
    /// The column with the town names for clients with this precision.
    var nameColumn: SQL {
        switch self {
        case .exact: "a.place"
        case .town: "a.town"
        }
    }

    /// Returns the SQL for a coordinate with this precision, as in `Location.rounded`. SQLite's `round` never returns
    /// a negative zero.
    func column(_ degrees: SQL) -> SQL {
        switch self {
        case .exact: degrees
        case .town: "(round(\(degrees) * 10) / 10)"
        }
    }
}

/// The columns that predicates about assets use.
struct AssetPredicateColumns: PredicateColumns {
    let scope: SQLScope
    var places = LocationPrecision.exact

    func column(of property: AssetProperty) -> SQL {
        switch property {
        case .playbackStyle: AssetProperty.playbackStyleColumn
        case .keywords: "a.keywords"
        case .source: "'user-library'"
        case .availability: "'local'"
        case .creator, .contentToken: "NULL"
        case .id, .mediaType, .subtypes, .creationDate, .modificationDate, .addedDate, .location, .favorite, .hidden,
            .rating, .title, .caption, .altText, .filename, .mimeType, .pixelWidth, .pixelHeight, .orientation,
            .duration, .fileSize, .trashedDate, .originalAsset, .contentHash, .camera, .lens, .timeZone, .clockOffset,
            .place,
            .hasAdjustments, .adjustmentFormat, .burstID, .inAlbum:
            property.columns(in: scope, places)[0]
        }
    }

    func latitude(of property: AssetProperty) -> SQL { places.column("a.latitude") }

    func longitude(of property: AssetProperty) -> SQL { places.column("a.longitude") }

    func holds(_ element: String, in property: AssetProperty) -> SQL {
        if property == .subtypes { return MediaSubtype(rawValue: element).map(AssetPredicateColumns.isOf) ?? "0" }
        let pattern = Pattern(matching: element).text.foldedCase
        return "EXISTS (SELECT 1 FROM json_each(a.keywords) AS k WHERE filmgate_like(\(pattern), k.value))"
    }

    static func isOf(_ subtype: MediaSubtype) -> SQL {
        "(a.subtypes & \(subtype.bit))"
    }
}

extension Row {
    /// Returns the creator of an asset, or nil if the client may not read the creator.
    borrowing func creator(_ column: Int, tellable visibility: Visibility) -> PropertyValue? {
        guard let creator = ClientID(text(column)),
            visibility.showsCreator(creator, connection: optionalText(column + 1))
        else { return nil }
        return .text(creator.description)
    }

    borrowing func mediaType(_ column: Int) -> MediaType { MediaType(rawValue: text(column)) ?? .image }

    borrowing func subtypes(_ column: Int) -> Set<MediaSubtype> {
        Set(column: integer(column))
    }

    borrowing func keywords(_ column: Int) -> [String] {
        text(column).split(separator: "\0").map { String($0) }
    }
}

extension [String] {
    /// The SQL for the value of the keyword column: a JSON array, or NULL if there are no keywords.
    var keywordColumn: SQL {
        isEmpty ? "NULL" : "'[' || \(map { "json_quote(\($0))" as SQL }.joined(by: " || ',' || ")) || ']'"
    }
}

extension MediaSubtype {
    /// The bit of the subtype in the column. Bits are stored on disk, so they must never change.
    var bit: Int64 {
        switch self {
        case .live: 1
        case .panorama: 2
        case .hdr: 4
        case .screenshot: 8
        case .animated: 16
        case .raw: 32
        case .depth: 64
        case .slowMotion: 128
        case .timeLapse: 256
        case .burst: 512
        case .damaged: 1024
        case .guessedDate: 2048
        }
    }
}

extension Set<MediaSubtype> {
    /// The bits of these subtypes in the column.
    var column: Int64 { reduce(0) { $0 | $1.bit } }

    init(column: Int64) { self.init(MediaSubtype.allCases.filter { column & $0.bit != 0 }) }
}
