import FilmgateModel
import FilmgateSQLite

/// The limits in the table `access`.
extension ContentLimits {
    static let columns: [(name: SQL, rule: ColumnRule)] = [
        ("max_pixels", .optional(.integer(1...Int64(UInt32.max)))),
        ("location_precision", .word(of: LocationPrecision.self)),
        ("media_type", .optional(.word(of: MediaType.self))),
    ]

    /// The values of the columns.
    var columnValues: SQL {
        let type = mediaTypes.count == 1 ? mediaTypes.first?.rawValue : nil
        return "\(maxPixels.map { Int64($0) }), \(locationPrecision.rawValue), \(type)"
    }

    /// - Parameter column: the first of the columns.
    init(_ row: borrowing Row, at column: Int) throws {
        guard let precision = LocationPrecision(rawValue: row.text(column + 1)) else {
            throw DamagedRow(table: "access")
        }
        self.init(
            maxPixels: row.optionalInteger(column).map { UInt32(clamping: $0) }, locationPrecision: precision,
            mediaTypes: row.optionalText(column + 2).flatMap(MediaType.init).map { [$0] } ?? MediaType.all)
    }

    /// Their bytes in tokens; none for no limits.
    var bytes: [UInt8] {
        if self == ContentLimits() { return [] }
        return withUnsafeBytes(of: (maxPixels ?? 0).bigEndian, Array.init)
            + [locationPrecision == .exact ? 0 : 1, mediaTypes.bits]
    }

    init(bytes: [UInt8]) {
        guard bytes.count == 6 else {
            self.init()
            return
        }
        let pixels = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        self.init(
            maxPixels: pixels == 0 ? nil : pixels, locationPrecision: bytes[4] == 0 ? .exact : .town,
            mediaTypes: Set(bits: bytes[5]))
    }
}

extension Set<MediaType> {
    /// A bit for each type, by its place among all.
    fileprivate var bits: UInt8 {
        MediaType.allCases.enumerated().reduce(0) { contains($1.element) ? $0 | 1 << UInt8($1.offset) : $0 }
    }

    fileprivate init(bits: UInt8) {
        self = Set(MediaType.allCases.enumerated().filter { bits & 1 << UInt8($0.offset) != 0 }.map(\.element))
    }
}
