import FilmgateGTK
import FilmgateModel

/// Lets the person choose a square part of a picture by moving and resizing a frame.
final class SquareCropEditor {
    private let area: FrameArea
    private let bar: Widget
    private let size: Slider
    private var crop: SquareCrop?
    private var onChange: (UnitRectangle?) -> Void = { _ in }
    private var isShowing = false

    init(_ builder: Builder) {
        area = FrameArea(in: builder, "crop")
        bar = Widget(in: builder, "crop-bar")
        size = Slider(in: builder, "crop-size")
        area.frame = { [weak self] width, height in self?.frame(width, height) }
        area.begin { [weak self] x, y in self?.dragged(x, y) }
        size.onChanged { [weak self] in self?.resized() }
    }

    isolated deinit { area.end() }

    /// Shows the frame on a picture with this size in pixels.
    func show(width: Int, height: Int, chosen: UnitRectangle?, onChange: @escaping (UnitRectangle?) -> Void) {
        crop = SquareCrop(width: width, height: height, chosen: chosen)
        self.onChange = onChange
        isShowing = true
        size.value = crop?.scale ?? 1
        isShowing = false
        area.isVisible = crop != nil
        bar.isVisible = crop != nil
        area.redraw()
        onChange(crop?.rectangle)
    }

    func hide() {
        crop = nil
        area.isVisible = false
        bar.isVisible = false
    }

    /// Moves the frame by a step if the key is an arrow key.
    ///
    /// - Returns: false if no frame is shown, or if the key is not an arrow key.
    func move(by key: Key) -> Bool {
        guard crop != nil, let (x, y) = key.cropStep else { return false }
        crop?.move(x: x, y: y)
        changed()
        return true
    }

    private func resized() {
        guard !isShowing else { return }
        crop?.resize(to: size.value)
        changed()
    }

    private func dragged(_ x: Double, _ y: Double) {
        guard let picture = pictureFrame(Double(area.width), Double(area.height)) else { return }
        crop?.move(x: x / picture.width, y: y / picture.height)
        changed()
    }

    private func changed() {
        area.redraw()
        onChange(crop?.rectangle)
    }

    // MARK: Where things are on the screen

    private func frame(_ width: Double, _ height: Double) -> FrameArea.Frame? {
        crop?.rectangle.flatMap { pictureFrame(width, height)?.frame(of: $0) }
    }

    private func pictureFrame(_ width: Double, _ height: Double) -> FrameArea.Frame? {
        crop.flatMap { FrameArea.Frame(ofPicture: ($0.width, $0.height), in: (width, height)) }
    }
}
