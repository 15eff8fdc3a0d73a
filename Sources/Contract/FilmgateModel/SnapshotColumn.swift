/// A column of a snapshot: its name, the type of its values, and its position in the file.
public struct SnapshotColumn: Hashable, Sendable {
    public var name: String
    public var type: ColumnType
    /// The offset in bytes from the start of the file, a multiple of 8.
    public var offset: UInt64
    public var bytes: UInt64

    public init(name: String, type: ColumnType, offset: UInt64, bytes: UInt64) {
        self.name = name
        self.type = type
        self.offset = offset
        self.bytes = bytes
    }
}

/// The encoding of a column in a snapshot's file, little-endian; see `docs/snapshot.md`.
public enum ColumnType: String, CaseIterable, Sendable {
    case signed64 = "x"
    case unsigned64 = "t"
    case double = "d"
    case unsigned32 = "u"
    case signed32 = "i"
    /// A Boolean: one byte, 0 or 1.
    case flag = "b"
    /// An identifier: 16 bytes.
    case uuid
    /// Strings: the offset of each string and of the end, in 8 bytes each, from the column's start; then the strings.
    case text = "s"
    /// Lists of strings: the index of each row's first string in the following column, and the end, in 8 bytes each.
    case texts = "as"
    /// One bit for each value of the column with the same name, the lowest bit first. A bit is set if the value is
    /// present.
    case present

    /// The number of bytes per row; nil if rows differ in size or have one bit.
    public var width: Int? {
        switch self {
        case .signed64, .unsigned64, .double: 8
        case .unsigned32, .signed32: 4
        case .flag: 1
        case .uuid: 16
        case .text, .texts, .present: nil
        }
    }
}

/// A property of an asset or of a collection that a snapshot can contain.
public protocol SnapshotProperty: Sendable {
    /// The names and types of the property's columns: two for a location, one for any other property.
    var columns: [(name: String, type: ColumnType)] { get }
}

extension AssetProperty: SnapshotProperty {
    public var columns: [(name: String, type: ColumnType)] {
        let type: ColumnType =
            switch self {
            case .id, .burstID, .originalAsset: .uuid
            case .creationDate, .modificationDate, .addedDate, .trashedDate: .signed64
            case .location, .duration: .double
            case .favorite, .hidden, .hasAdjustments, .inAlbum: .flag
            case .rating, .timeZone, .clockOffset: .signed32
            case .pixelWidth, .pixelHeight, .orientation: .unsigned32
            case .fileSize: .unsigned64
            case .subtypes, .keywords: .texts
            case .mediaType, .playbackStyle, .title, .caption, .altText, .filename, .mimeType, .source, .availability,
                .adjustmentFormat, .contentHash, .creator, .camera, .lens, .place, .contentToken:
                .text
            }
        if self == .location { return [("location.latitude", type), ("location.longitude", type)] }
        return [(rawValue, type)]
    }
}

extension CollectionProperty: SnapshotProperty {
    public var columns: [(name: String, type: ColumnType)] {
        switch self {
        case .id, .parent, .cover: [(rawValue, .uuid)]
        case .title, .type, .subtype, .rule: [(rawValue, .text)]
        case .startDate, .endDate: [(rawValue, .signed64)]
        case .estimatedCount, .count: [(rawValue, .unsigned32)]
        }
    }
}
