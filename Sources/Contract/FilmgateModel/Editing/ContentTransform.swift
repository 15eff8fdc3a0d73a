/// An edit that the library itself makes to a photo or a video: it turns, mirrors and crops the picture, in this order.
public struct ContentTransform: Codable, Hashable, Sendable {
    /// The turning and mirroring of the upright picture, as an Exif orientation.
    public private(set) var orientation: UInt32
    /// The part of the turned picture that is shown.
    public private(set) var crop: UnitRectangle

    /// The directions in which a picture is mirrored.
    public enum Flip: String, CaseIterable, Sendable {
        case horizontal, vertical
    }

    /// - Parameter orientation: an Exif number from 1 to 8.
    /// - Returns: nil for any other number.
    public init?(orientation: UInt32, crop: UnitRectangle = .whole) {
        guard NewFileMetadata.orientations.contains(orientation) else { return nil }
        self.orientation = orientation
        self.crop = crop
    }

    /// - Parameters:
    ///   - degrees: the angle by which the picture is turned clockwise: 0, 90, 180 or 270.
    ///   - flip: the direction in which the turned picture is mirrored; nil means that it is not mirrored.
    ///   - crop: the part of the result that is shown.
    /// - Returns: nil for any other angle.
    public init?(rotatedBy degrees: UInt32, flip: Flip? = nil, crop: UnitRectangle = .whole) {
        guard let rotation = Quarters.allCases.first(where: { $0.degrees == degrees }) else { return nil }
        let mirror: UInt32 =
            switch flip {
            case nil: 1
            case .horizontal: 2
            case .vertical: 4
            }
        orientation = Turn(rotation.orientation).followed(by: Turn(mirror)).orientation
        self.crop = crop
    }

    public static let identity = ContentTransform()

    private init() { (orientation, crop) = (1, .whole) }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let transform = ContentTransform(
            orientation: try values.decode(UInt32.self, forKey: .orientation),
            crop: try values.decode(UnitRectangle.self, forKey: .crop))
        guard let transform else {
            throw DecodingError.dataCorruptedError(forKey: .orientation, in: values, debugDescription: "not 1 to 8")
        }
        self = transform
    }

    /// Whether the picture stays as it is.
    public var isIdentity: Bool { orientation == 1 && crop == .whole }

    /// Whether turning exchanges width and height.
    public var exchangesSides: Bool { orientation >= 5 }

    /// Returns the transform that has the effect of this transform followed by the other.
    public func followed(by other: ContentTransform) -> ContentTransform {
        var result = ContentTransform()
        result.orientation = orientation(followedBy: other.orientation)
        result.crop = crop.turned(other.orientation).part(other.crop)
        return result
    }

    /// Returns the Exif orientation that has the effect of this orientation followed by `other`.
    private func orientation(followedBy other: UInt32) -> UInt32 {
        Turn(orientation).followed(by: Turn(other)).orientation
    }

    /// Returns the Exif orientation that has the effect of the stored pixels' own orientation followed by this
    /// transform's.
    ///
    /// - Parameter stored: the Exif orientation of the stored pixels; an invalid number counts as 1.
    public func orientation(ofPixelsStoredAs stored: UInt32) -> UInt32 {
        (ContentTransform(orientation: stored) ?? .identity).orientation(followedBy: orientation)
    }

    /// Returns the part that is shown, in whole pixels. Each side has at least one pixel.
    ///
    /// - Parameters:
    ///   - width: the width of the turned picture, in pixels.
    ///   - height: the height of the turned picture, in pixels.
    public func pixels(width: UInt32, height: UInt32) -> PixelRectangle {
        let (left, columns) = ContentTransform.pixels(crop.x, crop.width, of: max(1, width))
        let (top, rows) = ContentTransform.pixels(crop.y, crop.height, of: max(1, height))
        return PixelRectangle(left: left, top: top, width: columns, height: rows)
    }

    private static func pixels(_ start: Double, _ length: Double, of side: UInt32) -> (UInt32, UInt32) {
        let first = min(UInt32((start * Double(side)).rounded()), side - 1)
        let end = min(UInt32(((start + length) * Double(side)).rounded()), side)
        return (first, max(1, end > first ? end - first : 1))
    }
}

/// A part of a picture, in pixels.
public struct PixelRectangle: Hashable, Sendable {
    public let left: UInt32
    public let top: UInt32
    public let width: UInt32
    public let height: UInt32

    public init(left: UInt32, top: UInt32, width: UInt32, height: UInt32) {
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }
}

private enum Quarters: CaseIterable {
    case none, right, half, left

    var degrees: UInt32 {
        switch self {
        case .none: 0
        case .right: 90
        case .half: 180
        case .left: 270
        }
    }

    var orientation: UInt32 {
        switch self {
        case .none: 1
        case .right: 6
        case .half: 3
        case .left: 8
        }
    }
}

/// A rotation and mirroring that moves a point (x, y) to (a·x + c·y, b·x + d·y), where y grows downward.
private struct Turn: Equatable {
    let a: Int
    let b: Int
    let c: Int
    let d: Int

    /// The turns in the order of Exif's numbers.
    private static let all = [
        Turn(1, 0, 0, 1), Turn(-1, 0, 0, 1), Turn(-1, 0, 0, -1), Turn(1, 0, 0, -1), Turn(0, 1, 1, 0),
        Turn(0, 1, -1, 0), Turn(0, -1, -1, 0), Turn(0, -1, 1, 0),
    ]

    private init(_ a: Int, _ b: Int, _ c: Int, _ d: Int) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

    /// - Parameter orientation: an Exif number from 1 to 8.
    init(_ orientation: UInt32) { self = Turn.all[Int(orientation) - 1] }

    /// The Exif number of this turn.
    var orientation: UInt32 { UInt32((Turn.all.firstIndex(of: self) ?? 0) + 1) }

    func followed(by other: Turn) -> Turn {
        Turn(
            other.a * a + other.c * b, other.b * a + other.d * b, other.a * c + other.c * d,
            other.b * c + other.d * d)
    }
}

extension UnitRectangle {
    /// Returns the rectangle that this part covers after the picture is turned.
    fileprivate func turned(_ orientation: UInt32) -> UnitRectangle {
        guard orientation != 1, self != .whole else { return self }
        let turn = Turn(orientation)
        // Each side of the result is parallel to one side of this rectangle, in the same or the opposite direction.
        let (x, width) = side(turn.a, turn.c)
        let (y, height) = side(turn.b, turn.d)
        return UnitRectangle(x: x, y: y, width: width, height: height) ?? .whole
    }

    private func side(_ alongX: Int, _ alongY: Int) -> (Double, Double) {
        switch (alongX, alongY) {
        case (1, _): (x, width)
        case (-1, _): (max(0, 1 - x - width), width)
        case (_, 1): (y, height)
        default: (max(0, 1 - y - height), height)
        }
    }

    /// Returns the part of the whole picture that `other` covers within this part. Returns this part if the result is
    /// too small for a `UnitRectangle`.
    fileprivate func part(_ other: UnitRectangle) -> UnitRectangle {
        guard other != .whole else { return self }
        let part = UnitRectangle(
            x: x + other.x * width, y: y + other.y * height, width: other.width * width, height: other.height * height)
        return part ?? self
    }
}
