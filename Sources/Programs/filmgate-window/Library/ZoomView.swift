import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// Shows a photo at the scale that the person chooses. Loads the full resolution when it is needed.
final class ZoomView {
    /// Called with an error if an enlarged photo cannot be loaded in full resolution.
    var onFailure: (any Error) -> Void = { _ in }
    /// Called with the scale, as a percentage of the photo's size in pixels; nil if the photo is fitted to the view.
    var onZoom: (Int?) -> Void = { _ in }
    /// Called when the person scrolls or swipes beyond the edge of the photo.
    var onTurn: (_ isForward: Bool) -> Void = { _ in }

    /// Whether the pointer is hidden over the photo.
    var hidesPointer = false {
        didSet { showPointer() }
    }

    /// Whether the next photo of the same size keeps the zoom and the position, even if it is not in the same burst.
    var keepsAlways = false

    /// The largest loaded picture of the photo.
    var texture: Texture? { whole ?? preview }

    private let library: PhotoLibrary
    private let picture: PannedPicture
    private var asset: AssetID?
    private var zoom = PhotoZoom()
    private var turner = ScrollInterpreter()
    /// The smaller picture, which is loaded first.
    private var preview: Texture?
    /// The picture in full resolution; nil before it is needed.
    private var whole: Texture?
    private var loading: Task<Void, Never>?
    private var hasFailed = false
    /// The length of the photo's longer side in pixels, at most `mostPixels`; nil before it is known.
    private var longestSide: Double?
    /// The properties of the photo; nil before they have been read.
    private var properties: PhotoProperties?
    /// The last position of the pointer.
    private var pointer: PhotoZoom.Point?
    private var drag = DragState()
    private var scaleBeforePinch = 1.0
    private var lastKey: UInt64 = 0

    /// The properties that determine whether the next photo keeps the zoom.
    private struct PhotoProperties {
        let width: UInt32, height: UInt32
        let burst: String?

        /// Returns whether both photos have the same size.
        func isLike(_ other: PhotoProperties) -> Bool { (width, height) == (other.width, other.height) }
    }

    private struct DragState {
        var isTouch = false
        var hasMoved = false
    }

    /// The maximum length of the longer side of a requested picture, in pixels.
    private static let mostPixels: UInt32 = 12_000
    private static let mostBytes = 256 << 20
    /// The number of wheel clicks, or of logical pixels on a touchpad, that change the scale by one step.
    private static let (clicks, distance) = (2.0, 60.0)
    /// The minimum distance of a swipe that shows the next photo, in logical pixels.
    private static let swipe = 60.0
    /// The distance by which a key moves the photo, as a fraction of the view.
    private static let keyStep = 0.2
    /// The longest time between two presses of a key that count as holding the key, in milliseconds.
    private static let keyPause: UInt64 = 400

    init(_ builder: Builder, _ library: PhotoLibrary) {
        self.library = library
        picture = PannedPicture(in: builder, "preview-picture")
        picture.frame = { [weak self] in self?.frame(width: $0, height: $1) }
        picture.begin()
        connect()
    }

    private func connect() {
        picture.onPointerMoved { [weak self] in self?.pointer = self?.point($0, $1) }
        picture.onDoubleClick { [weak self] x, y in self?.change { $0.zoom.toggle(at: $0.point(x, y)) } }
        picture.onDragged { [weak self] in
            self?.drag = DragState(isTouch: $0)
        } moved: { [weak self] in
            self?.dragged(x: $0, y: $1)
        } ended: { [weak self] in
            self?.dragEnded(x: $0, y: $1)
        }
        picture.onPinched { [weak self] in
            self?.scaleBeforePinch = self?.zoom.shownScale ?? 1
        } changed: { [weak self] factor, x, y in
            self?.change { $0.zoom.zoom(to: $0.scaleBeforePinch * factor, at: $0.point(x, y)) }
        }
        picture.onScrollTurn { [weak self] in self?.scrolled($0) ?? false }
    }

    // MARK: The photo

    /// Starts to show a photo. A later call of `setPreview` provides the preview.
    ///
    /// - Parameter keepsZoom: whether to keep the scale of the previous photo, instead of fitting the photo to the
    ///   view.
    func show(_ asset: AssetID, keepsZoom: Bool = false) {
        loading?.cancel()
        loading = nil
        // If the content of the same photo has changed, the old picture stays until the new picture arrives.
        let isSame = asset == self.asset
        self.asset = asset
        (whole, longestSide, hasFailed) = (nil, nil, false)
        if !isSame { preview = nil }
        let before = isSame || keepsZoom ? nil : properties.map { (properties: $0, zoom: zoom) }
        if !isSame { properties = nil }
        if !isSame, !keepsZoom { zoom.fit() }
        changed()
        let library = library
        Task {
            let request = FetchRequest.assets(withIdentifiers: [asset]).includingHidden.includingTrashed
                .includingBurstMembers.reading([.pixelWidth, .pixelHeight, .burstID])
            guard let found = await library.first(request), asset == self.asset else { return }
            let properties = PhotoProperties(
                width: found.pixelWidth ?? 0, height: found.pixelHeight ?? 0, burst: found.burstID)
            self.properties = properties
            keepZoom(of: before, for: properties)
            let side = min(Self.mostPixels, max(found.pixelWidth ?? 0, found.pixelHeight ?? 0))
            guard side > 0, whole == nil else { return }
            longestSide = Double(side)
            measure()
        }
    }

    /// Keeps the zoom of the previous photo if both have the same size and, without `keepsAlways`, the same burst.
    private func keepZoom(of before: (properties: PhotoProperties, zoom: PhotoZoom)?, for properties: PhotoProperties) {
        guard let before, before.zoom.scale != nil, zoom.scale == nil, before.properties.isLike(properties) else {
            return
        }
        guard keepsAlways || properties.burst != nil && properties.burst == before.properties.burst else { return }
        zoom.keep(before.zoom)
        changed()
    }

    /// Sets the preview of the photo; nil removes the preview.
    func setPreview(_ texture: Texture?) {
        preview = texture
        measure()
    }

    /// Computes the size of the photo. The preview, which is already rotated, determines which side is longer.
    private func measure() {
        if let texture = whole ?? preview, texture.width > 0, texture.height > 0 {
            let sides = (Double(texture.width), Double(texture.height))
            let factor = whole == nil ? max(1, (longestSide ?? 0) / max(sides.0, sides.1)) : 1
            zoom.photo = PhotoZoom.Size(width: (sides.0 * factor).rounded(), height: (sides.1 * factor).rounded())
        }
        changed()
    }

    // MARK: The size

    func fit() { change { $0.zoom.fit() } }

    /// Shows one pixel of the photo as one pixel of the screen.
    func showPixels() { change { $0.zoom.zoom(to: 1) } }

    func zoomIn() { change { $0.zoom.zoom(bySteps: 1) } }

    func zoomOut() { change { $0.zoom.zoom(bySteps: -1) } }

    private func change(_ body: (ZoomView) -> Void) {
        updateView()
        body(self)
        hasFailed = false
        changed()
    }

    private func changed() {
        onZoom(zoom.scale.map { Int(($0 * 100).rounded()) })
        showPointer()
        loadIfNeeded()
        picture.texture = needsWhole ? whole ?? preview : preview ?? whole
    }

    private func showPointer() { picture.setCursor(hidesPointer ? "none" : zoom.isLargerThanView ? "grab" : nil) }

    private func updateView() {
        let unit = picture.screenScale
        zoom.view = PhotoZoom.Size(width: Double(picture.width) * unit, height: Double(picture.height) * unit)
    }

    private func point(_ x: Double, _ y: Double) -> PhotoZoom.Point {
        PhotoZoom.Point(x: x * picture.screenScale, y: y * picture.screenScale)
    }

    /// Returns the rectangle in which the photo is drawn, aligned to the screen's pixels.
    private func frame(width: Double, height: Double) -> FrameArea.Frame {
        let unit = picture.screenScale
        let view = PhotoZoom.Size(width: width * unit, height: height * unit)
        if view != zoom.view {
            zoom.view = view
            MainLoop.after(milliseconds: 0) { [weak self] in self?.changed() }
        }
        let frame = zoom.frame
        return FrameArea.Frame(
            x: frame.x.rounded() / unit, y: frame.y.rounded() / unit, width: frame.width / unit,
            height: frame.height / unit)
    }

    // MARK: Every pixel

    /// Whether the photo covers more screen pixels than the preview has.
    private var needsWhole: Bool {
        // Before its first layout, the view has no size.
        guard zoom.view.width > 0 else { return false }
        guard let preview else { return zoom.scale != nil }
        let longest = max(zoom.photo.width, zoom.photo.height)
        let most = Double(max(preview.width, preview.height))
        return longest > most && longest * zoom.shownScale > most * 1.01
    }

    private func loadIfNeeded() {
        guard needsWhole, whole == nil, loading == nil, !hasFailed, let asset else { return }
        let library = library
        loading = Task {
            do {
                let image = try await library.image(
                    for: asset, as: .fitting(Self.mostPixels, Self.mostPixels), delivery: .highQuality
                ).last
                guard let texture = await Texture.decoded(image.content, upTo: Self.mostBytes) else {
                    throw UndecodedImageError()
                }
                guard !Task.isCancelled, asset == self.asset else { return }
                (loading, whole) = (nil, texture)
                measure()
            } catch {
                guard !Task.isCancelled else { return }
                (loading, hasFailed) = (nil, true)
                // If the photo is fitted to the view, the preview stays, and the error is not reported.
                guard zoom.scale != nil else { return }
                zoom.fit()
                changed()
                onFailure(error)
            }
        }
    }

    // MARK: Moving

    private func move(x: Double, y: Double) -> Bool {
        updateView()
        let unit = picture.screenScale
        let hasMoved = zoom.move(x: x * unit, y: y * unit)
        if hasMoved { picture.redraw() }
        return hasMoved
    }

    /// Moves the photo by a step if the key is an arrow key.
    ///
    /// - Returns: whether the key was handled, because the photo has moved, or the person still holds the key.
    func move(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard modifiers.isDisjoint(with: [.control, .shift, .alt]), picture.isOnScreen, zoom.isLargerThanView else {
            return false
        }
        let step = Self.keyStep * Double(min(picture.width, picture.height))
        let hasMoved =
            switch key {
            case .left: move(x: step, y: 0)
            case .right: move(x: -step, y: 0)
            case .up: move(x: 0, y: step)
            case .down: move(x: 0, y: -step)
            default: false
            }
        let now = MainLoop.milliseconds
        guard !hasMoved else {
            lastKey = now
            return true
        }
        // A held key moves the photo to its edge, but does not show the next photo.
        let isHeld = [.left, .right].contains(key) && now <= lastKey + Self.keyPause
        if isHeld { lastKey = now }
        return isHeld
    }

    private func dragged(x: Double, y: Double) {
        if move(x: x, y: y) { drag.hasMoved = true }
    }

    private func dragEnded(x: Double, y: Double) {
        guard drag.isTouch, !drag.hasMoved, abs(x) > Self.swipe, abs(x) > 2 * abs(y) else { return }
        onTurn((x < 0) != picture.isRightToLeft)
    }

    private func scrolled(_ turn: ScrollTurn) -> Bool {
        guard !turn.modifiers.contains(.control) else {
            let steps = -turn.y / (turn.isWheel ? Self.clicks : Self.distance)
            change { $0.zoom.zoom(bySteps: steps, at: $0.pointer) }
            return true
        }
        // Shift makes a vertical wheel scroll horizontally.
        let isSideways = turn.isWheel && turn.modifiers.contains(.shift) && turn.x == 0
        let (x, y) = isSideways ? (turn.y, 0) : (turn.x, turn.y)
        updateView()
        // For each wheel click, the photo moves by approximately the distance by which GTK scrolls a view.
        let unit = turn.isWheel ? Self.keyStep * Double(picture.height) : 1
        let isAcross = abs(x) > abs(y)
        let towardsNext = isAcross && picture.isRightToLeft ? -x : isAcross ? x : y
        let effect = turner.scrolled(
            towardsNext, isWheel: turn.isWheel, canMove: zoom.canMove(x: -x * unit, y: -y * unit),
            at: MainLoop.milliseconds)
        switch effect {
        case .move: _ = move(x: -x * unit, y: -y * unit)
        case .turn(let isForward): onTurn(isForward)
        case .nothing: break
        }
        return true
    }
}

/// The error for a picture in full resolution that cannot be decoded.
private struct UndecodedImageError: Error, CustomStringConvertible {
    let description = localized("This photo cannot be shown in full resolution.")
}
