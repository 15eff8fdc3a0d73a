import FilmgateModel

/// A rectangular crop of a picture. The person moves the edges, or the whole frame.
struct FreeCrop: Equatable {
    /// The edges to move. An empty set stands for the whole frame.
    struct FrameEdges: OptionSet {
        let rawValue: Int

        static let left = FrameEdges(rawValue: 1)
        static let top = FrameEdges(rawValue: 2)
        static let right = FrameEdges(rawValue: 4)
        static let bottom = FrameEdges(rawValue: 8)

        /// The CSS name of the pointer that moves these edges.
        var cursor: String {
            switch self {
            case [.left, .top], [.right, .bottom]: "nwse-resize"
            case [.right, .top], [.left, .bottom]: "nesw-resize"
            case .left, .right: "ew-resize"
            case .top, .bottom: "ns-resize"
            default: "move"
            }
        }
    }

    /// The width of the picture, in pixels.
    let width: Double
    let height: Double
    /// The ratio that the frame keeps. A new ratio makes the frame as large as the picture allows.
    var ratio = CropRatio.free {
        didSet { if ratio != oldValue { fitRatio() } }
    }
    private var left = 0.0
    private var top = 0.0
    private var right = 1.0
    private var bottom = 1.0

    /// The minimum length of a side, as a fraction of the picture's width or height.
    private static let least = 0.05

    /// Creates a crop of the whole picture. Returns nil for a picture without pixels.
    init?(width: Int, height: Int) {
        guard width > 0, height > 0 else { return nil }
        (self.width, self.height) = (Double(width), Double(height))
    }

    var rectangle: UnitRectangle? { UnitRectangle(x: left, y: top, width: right - left, height: bottom - top) }

    /// Returns the edges near a point; empty for a point in the middle of the frame, or far from the frame.
    ///
    /// - Parameters:
    ///   - x: the position, as a fraction of the picture's width.
    ///   - y: the position, as a fraction of the picture's height.
    ///   - reach: the maximum distances from an edge, as fractions of the width and the height.
    func edges(at x: Double, _ y: Double, reach: (x: Double, y: Double)) -> FrameEdges {
        guard (left - reach.x...right + reach.x).contains(x), (top - reach.y...bottom + reach.y).contains(y) else {
            return []
        }
        var edges: FrameEdges = []
        let (fromLeft, fromRight) = (abs(x - left), abs(x - right))
        if min(fromLeft, fromRight) <= reach.x { edges.insert(fromLeft <= fromRight ? .left : .right) }
        let (fromTop, fromBottom) = (abs(y - top), abs(y - bottom))
        if min(fromTop, fromBottom) <= reach.y { edges.insert(fromTop <= fromBottom ? .top : .bottom) }
        return edges
    }

    /// Moves edges, or the whole frame.
    ///
    /// - Parameters:
    ///   - x: the distance, as a fraction of the picture's width.
    ///   - y: the distance, as a fraction of the picture's height.
    mutating func move(_ edges: FrameEdges, x: Double, y: Double) {
        if edges.isEmpty {
            let (stepX, stepY) = (min(1 - right, max(-left, x)), min(1 - bottom, max(-top, y)))
            (left, right, top, bottom) = (left + stepX, right + stepX, top + stepY, bottom + stepY)
            return
        }
        if edges.contains(.left) { left = min(right - Self.least, max(0, left + x)) }
        if edges.contains(.right) { right = max(left + Self.least, min(1, right + x)) }
        if edges.contains(.top) { top = min(bottom - Self.least, max(0, top + y)) }
        if edges.contains(.bottom) { bottom = max(top + Self.least, min(1, bottom + y)) }
        keepRatio(edges)
    }

    /// The width of the picture in units in which the frame has equal sides; nil if the frame may have any sides.
    private var scaledWidth: Double? { ratio.quotient(ofPicture: width, height).map { width / $0 } }

    /// Gives the frame its ratio again. The edges opposite to the moved edges stay in place.
    private mutating func keepRatio(_ edges: FrameEdges) {
        guard let width = scaledWidth else { return }
        let followsWidth = !edges.isDisjoint(with: [.left, .right])
        let wanted = followsWidth ? (right - left) * width : (bottom - top) * height
        let roomX = (edges.contains(.left) ? right : 1 - left) * width
        let roomY = (edges.contains(.top) ? bottom : 1 - top) * height
        let side = min(wanted, roomX, roomY)
        if edges.contains(.left) { left = max(0, right - side / width) } else { right = min(1, left + side / width) }
        if edges.contains(.top) { top = max(0, bottom - side / height) } else { bottom = min(1, top + side / height) }
    }

    /// Changes the frame to the largest one with the ratio, as near to its middle as possible.
    private mutating func fitRatio() {
        guard let width = scaledWidth else { return }
        let side = min(width, height)
        let (halfX, halfY) = (side / width / 2, side / height / 2)
        let middleX = min(1 - halfX, max(halfX, (left + right) / 2))
        let middleY = min(1 - halfY, max(halfY, (top + bottom) / 2))
        (left, right) = (max(0, middleX - halfX), min(1, middleX + halfX))
        (top, bottom) = (max(0, middleY - halfY), min(1, middleY + halfY))
    }
}
