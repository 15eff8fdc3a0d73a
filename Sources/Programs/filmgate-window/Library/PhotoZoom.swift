/// The scale and the visible part of a photo in a view. View coordinates are in screen pixels.
struct PhotoZoom: Equatable {
    struct Size: Equatable { var width = 0.0, height = 0.0 }
    struct Point: Equatable { var x = 0.0, y = 0.0 }
    /// A rectangle, relative to the upper left corner of the view.
    struct Frame: Equatable { var x: Double, y: Double, width: Double, height: Double }

    /// The size of the photo, in pixels of the photo.
    var photo = Size() {
        didSet { moveInside() }
    }
    var view = Size() {
        didSet { moveInside() }
    }
    /// The number of screen pixels for each pixel of the photo; nil for the scale at which the whole photo fits.
    private(set) var scale: Double?
    /// The point of the photo at the center of the view, as fractions of the photo's size.
    private var center = Point(x: 0.5, y: 0.5)

    private static let most = 8.0
    /// The factor by which one step enlarges the photo.
    private static let step = 1.5

    /// The largest scale at which the whole photo is visible.
    var fittingScale: Double {
        guard photo.width > 0, photo.height > 0, view.width > 0, view.height > 0 else { return 1 }
        return min(view.width / photo.width, view.height / photo.height)
    }

    var shownScale: Double { scale ?? fittingScale }

    /// The rectangle of the whole photo, including the parts outside the view.
    var frame: Frame {
        let size = Size(width: photo.width * shownScale, height: photo.height * shownScale)
        return Frame(
            x: view.width / 2 - center.x * size.width, y: view.height / 2 - center.y * size.height, width: size.width,
            height: size.height)
    }

    /// Whether a part of the photo is outside the view.
    var isLargerThanView: Bool { canMove(x: 1, y: 1) || canMove(x: -1, y: -1) }

    mutating func fit() {
        scale = nil
        center = Point(x: 0.5, y: 0.5)
    }

    /// Copies the scale and the position from the zoom of a different photo.
    mutating func keep(_ other: PhotoZoom) {
        (scale, center) = (other.scale, other.center)
        moveInside()
    }

    /// Changes the scale. The part of the photo at `point` does not move, unless this would move an edge of the photo
    /// into the view.
    ///
    /// - Parameter point: a point of the view; nil for the center.
    mutating func zoom(to wanted: Double, at point: Point? = nil) {
        let fitting = fittingScale
        let next = min(max(wanted, min(1, fitting)), max(Self.most, fitting))
        guard abs(next - fitting) > fitting * 0.001 else { return fit() }
        let point = point ?? Point(x: view.width / 2, y: view.height / 2)
        let before = frame
        guard before.width > 0, before.height > 0 else { return scale = next }
        let part = Point(x: (point.x - before.x) / before.width, y: (point.y - before.y) / before.height)
        scale = next
        let after = frame
        center = Point(
            x: part.x + (view.width / 2 - point.x) / after.width,
            y: part.y + (view.height / 2 - point.y) / after.height)
        moveInside()
    }

    /// Enlarges the photo by steps, or reduces it for a negative number. Stops at the fitting scale and at scale 1.
    mutating func zoom(bySteps steps: Double, at point: Point? = nil) {
        let now = shownScale
        var factor = 1.0
        for _ in 0..<Int(abs(steps)) { factor *= Self.step }
        factor *= 1 + (Self.step - 1) * (abs(steps) - abs(steps).rounded(.down))
        let next = steps > 0 ? now * factor : now / factor
        let stops = [1, fittingScale].filter { stop in
            steps > 0 ? now < stop * 0.999 && stop < next : now > stop * 1.001 && stop > next
        }
        zoom(to: (steps > 0 ? stops.min() : stops.max()) ?? next, at: point)
    }

    /// Switches between the fitting scale and scale 1, or scale 2 if the fitting scale is about 1.
    mutating func toggle(at point: Point) {
        guard scale == nil else { return fit() }
        zoom(to: abs(fittingScale - 1) < 0.01 ? 2 : 1, at: point)
    }

    /// Moves the photo by a distance, but moves no edge of the photo into the view.
    ///
    /// - Parameters:
    ///   - x: the distance to the right.
    ///   - y: the distance down.
    /// - Returns: whether the photo has moved.
    @discardableResult
    mutating func move(x: Double, y: Double) -> Bool {
        let before = frame
        guard before.width > 0, before.height > 0 else { return false }
        center.x -= x / before.width
        center.y -= y / before.height
        moveInside()
        let after = frame
        return abs(after.x - before.x) > 0.01 || abs(after.y - before.y) > 0.01
    }

    /// Returns whether the photo can move in a direction, because a part is outside the view on the opposite side.
    func canMove(x: Double, y: Double) -> Bool {
        var moved = self
        return moved.move(x: x, y: y)
    }

    private mutating func moveInside() {
        func inside(_ center: Double, _ photo: Double, _ view: Double) -> Double {
            let half = photo > 0 ? view / photo / 2 : 1
            return half >= 0.5 ? 0.5 : min(1 - half, max(half, center))
        }
        let scale = shownScale
        center.x = inside(center.x, photo.width * scale, view.width)
        center.y = inside(center.y, photo.height * scale, view.height)
    }
}
