/// One column of a snapshot: what it is called, how its values stand there, and where it lies in the file.
public struct SnapshotColumn: Hashable, Sendable {
    public var name: String
    public var type: ColumnType
    /// Bytes from the file's start, a multiple of 8.
    public var offset: UInt64
    public var bytes: UInt64

    public init(name: String, type: ColumnType, offset: UInt64, bytes: UInt64) {
        self.name = name
        self.type = type
        self.offset = offset
        self.bytes = bytes
    }
}

/// How the values of a column stand in a snapshot's file, little-endian; `docs/snapshot.md` says it in full.
public enum ColumnType: String, CaseIterable, Sendable {
    case signed64 = "x"
    case unsigned64 = "t"
    case double = "d"
    case unsigned32 = "u"
    case signed32 = "i"
    /// A byte, 0 or 1.
    case flag = "b"
    /// An identifier's 16 bytes.
    case uuid
    /// Offsets of 8 bytes from the column's start, one more than there are texts, then the texts.
    case text = "s"
    /// Positions of 8 bytes in the column of texts that follows, one more than there are rows.
    case texts = "as"
    /// Which values of the column of that name are there, a bit each, the lowest first.
    case present

    /// Bytes a row; nil where that is not the same for every row.
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

/// What can be a column, or several: a property of an asset or of a collection.
public protocol SnapshotProperty: Sendable {
    /// Names and types; a property has one column, and a place two.
    var columns: [(name: String, type: ColumnType)] { get }
}

extension AssetProperty: SnapshotProperty {
    public var columns: [(name: String, type: ColumnType)] {
        let type: ColumnType =
            switch self {
            case .id, .burstID, .originalAsset: .uuid
            case .creationDate, .modificationDate, .addedDate, .trashedDate: .signed64
            case .location, .duration: .double
            case .favorite, .hidden, .hasAdjustments: .flag
            case .rating: .signed32
            case .pixelWidth, .pixelHeight, .orientation: .unsigned32
            case .fileSize: .unsigned64
            case .subtypes, .keywords: .texts
            case .mediaType, .playbackStyle, .title, .caption, .filename, .mimeType, .source, .availability,
                .adjustmentFormat, .contentHash, .creator:
                .text
            }
        if self == .location { return [("location.latitude", type), ("location.longitude", type)] }
        return [(rawValue, type)]
    }
}

extension CollectionProperty: SnapshotProperty {
    public var columns: [(name: String, type: ColumnType)] {
        switch self {
        case .id, .parent: [(rawValue, .uuid)]
        case .title, .type, .subtype: [(rawValue, .text)]
        case .startDate, .endDate: [(rawValue, .signed64)]
        case .estimatedCount, .count: [(rawValue, .unsigned32)]
        }
    }
}
