public import FilmgateModel

/// A front end's request for the assets of a question, newest first: all assets that the person can choose, or only
/// those that match the album, the search and the date of this request.
public struct AssetListRequest: Codable, Hashable, Sendable {
    public let question: AgentPrompt.ID
    /// The album; nil for the assets of the whole library.
    public let album: AlbumID?
    /// The text to search for, as in `Fetch`; nil for every asset.
    public let search: String?
    /// The time after which the assets were added to the library; nil for every asset.
    public let addedAfter: Timestamp?

    public init(
        question: AgentPrompt.ID, album: AlbumID? = nil, search: String? = nil, addedAfter: Timestamp? = nil
    ) {
        self.question = question
        self.album = album
        self.search = search
        self.addedAfter = addedAfter
    }

    private enum CodingKeys: String, CodingKey {
        case question, album, search
        case addedAfter = "added-after"
    }
}

/// The answer to an `AssetListRequest`. The assets are in a separate file, in the format of `AssetListContent`.
public struct AssetListMessage: Hashable, Sendable {
    public let request: AssetListRequest
    /// The number of assets in the content; nil if they could not be read.
    public let count: Int?

    public init(_ request: AssetListRequest, count: Int?) {
        self.request = request
        self.count = count
    }
}

/// An asset in the content of a list, with the values that a grid needs for each asset.
public struct ListedAsset: Hashable, Identifiable, Sendable {
    public let id: AssetID
    public var creationDate: Timestamp?
    /// The duration; negative for an image. An optional would make this type a third larger, and a list has one value
    /// for each photo.
    private var seconds: Double
    /// The offset with which the date is shown, in seconds east of UTC; nil for local time. See `Asset.clockOffset`.
    public var clockOffset: Int32?
    public var badges: Badges

    /// The marks that grids show on an asset's picture.
    public struct Badges: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let favorite = Badges(rawValue: 1)
        public static let live = Badges(rawValue: 2)
        public static let edited = Badges(rawValue: 4)
        public static let burst = Badges(rawValue: 8)
        public static let hdr = Badges(rawValue: 16)
    }

    public var isFavorite: Bool {
        get { badges.contains(.favorite) }
        set { if newValue { badges.insert(.favorite) } else { badges.remove(.favorite) } }
    }

    /// The duration in seconds; nil for an image.
    public var duration: Double? {
        get { seconds < 0 ? nil : seconds }
        set { seconds = newValue.map { max(0, $0) } ?? -1 }
    }
    public var isVideo: Bool { seconds >= 0 }

    public init(
        id: AssetID, creationDate: Timestamp? = nil, clockOffset: Int32? = nil, duration: Double? = nil,
        isFavorite: Bool = false, badges: Badges = []
    ) {
        self.id = id
        self.creationDate = creationDate
        self.clockOffset = clockOffset
        seconds = duration.map { max(0, $0) } ?? -1
        self.badges = isFavorite ? badges.union(.favorite) : badges
    }
}

/// The content of a list of assets, little-endian: 32 bytes for each asset, then the alt texts.
///
/// | bytes | contents |
/// | --- | --- |
/// | 0 to 15 | the identifier's 16 bytes, the most significant first |
/// | 16 to 23 | the creation date, in microseconds since 1970, UTC; the smallest number if it is not known |
/// | 24 to 27 | the duration of a video in seconds, as a 32-bit floating-point number; NaN for an image |
/// | 28 | 1 for a favorite |
/// | 29 | 1 if the time zone is known |
/// | 30 to 31 | the offset of the asset's clock, in minutes east of UTC |
///
/// An alt text consists of the identifier's 16 bytes, the size of the text in 2 bytes, and the text in UTF-8. Few
/// photos have an alt text.
public enum AssetListContent {
    public static let bytesPerAsset = 32
    /// The maximum number of assets in a list.
    public static let mostAssets = 4_000_000
    /// The maximum size of the alt texts in a list, in bytes.
    public static let altTextBytes = 16 << 20

    public static func append(_ asset: ListedAsset, to bytes: inout [UInt8]) {
        append(asset.id, to: &bytes)
        appendLittleEndian(asset.creationDate?.rawValue ?? .min, to: &bytes)
        appendLittleEndian(Float(asset.duration ?? .nan).bitPattern, to: &bytes)
        bytes.append(asset.isFavorite ? 1 : 0)
        bytes.append(asset.clockOffset == nil ? 0 : 1)
        appendLittleEndian(Int16(clamping: (asset.clockOffset ?? 0) / 60), to: &bytes)
    }

    /// Appends an alt text after all assets.
    public static func append(_ altText: String, of asset: AssetID, to bytes: inout [UInt8]) {
        append(asset, to: &bytes)
        appendLittleEndian(UInt16(clamping: altText.utf8.count), to: &bytes)
        bytes += altText.utf8
    }

    private static func append(_ id: AssetID, to bytes: inout [UInt8]) {
        for shift in stride(from: 120, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: id.uuid >> UInt128(shift)))
        }
    }

    /// - Throws: `DatagramError` if the content does not consist of this number of assets and their alt texts.
    public static func assets(
        in bytes: [UInt8], count: Int
    ) throws(DatagramError) -> (assets: [ListedAsset], altTexts: [AssetID: String]) {
        guard (0...mostAssets).contains(count), bytes.count >= count * bytesPerAsset else {
            throw .malformed("a list of \(count) assets has \(bytes.count) bytes")
        }
        var altTexts: [AssetID: String] = [:]
        var place = count * bytesPerAsset
        while place < bytes.count {
            let start = place + 18
            let end = start <= bytes.count ? start + Int(littleEndian(at: place + 16, in: bytes) as UInt16) : .max
            guard start < end, end <= bytes.count, let text = String(validating: bytes[start..<end], as: UTF8.self)
            else { throw .malformed("a list of \(count) assets has malformed alt texts") }
            altTexts[id(at: place, in: bytes)] = text
            place = end
        }
        return ((0..<count).map { asset(at: $0 * bytesPerAsset, in: bytes) }, altTexts)
    }

    private static func id(at start: Int, in bytes: [UInt8]) -> AssetID {
        AssetID(uuid: bytes[start..<start + 16].reduce(0) { $0 << 8 | UInt128($1) })
    }

    private static func asset(at start: Int, in bytes: [UInt8]) -> ListedAsset {
        let date: UInt64 = littleEndian(at: start + 16, in: bytes)
        let duration = Float(bitPattern: littleEndian(at: start + 24, in: bytes))
        let creation = Int64(bitPattern: date)
        let zone: UInt16 = littleEndian(at: start + 30, in: bytes)
        return ListedAsset(
            id: id(at: start, in: bytes),
            creationDate: creation == .min ? nil : Timestamp(rawValue: creation),
            clockOffset: bytes[start + 29] & 1 != 0 ? Int32(Int16(bitPattern: zone)) * 60 : nil,
            duration: duration.isNaN ? nil : Double(duration), isFavorite: bytes[start + 28] & 1 != 0)
    }

    private static func appendLittleEndian(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    private static func littleEndian<Value: FixedWidthInteger>(at start: Int, in bytes: [UInt8]) -> Value {
        bytes[start..<start + Value.bitWidth / 8].reversed().reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
    }
}
