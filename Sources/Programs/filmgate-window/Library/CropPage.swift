import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// The page on which the person crops a photo.
final class CropPage {
    let widget: Widget
    /// Called when the person applies or cancels the crop.
    var onClose: () -> Void = {}

    private let builder = Builder("crop.ui")
    private let images: ImageLoader
    private let editor: LibraryEditor
    private let actions: ActionGroup
    /// The actions whose keys work only while the photo has the focus, because Enter on a button must press the button.
    private let keys: ActionGroup
    private let area: FrameArea
    private lazy var photo = Widget(in: builder, "photo")
    private lazy var picture = Picture(in: builder, "picture")
    private lazy var ratios = DropDown(in: builder, "ratio")
    private lazy var missing = Widget(in: builder, "missing")
    private var asset: AssetID?
    private var crop: FreeCrop?
    /// The edges that the pointer drags; empty if it drags the whole frame.
    private var dragged: FreeCrop.FrameEdges = []

    /// The maximum distance between the pointer and an edge that the pointer drags, in logical pixels.
    private static let reach = 24.0

    init(_ images: ImageLoader, _ editor: LibraryEditor) {
        self.images = images
        self.editor = editor
        widget = Widget(in: builder, "page")
        area = FrameArea(in: builder, "area")
        actions = ActionGroup("page", on: widget)
        keys = ActionGroup("photo", on: widget, keysIn: Widget(in: builder, "photo"))
        actions.add("cancel", self, keys: "Escape") { $0.close() }
        actions.add("apply", self, isChange: true) { $0.apply() }
        keys.add("apply", self, isChange: true, keys: "Return|KP_Enter") { $0.apply() }
        area.frame = { [weak self] width, height in self?.frame(width, height) }
        area.hasHandles = true
        area.begin(onStart: { [weak self] in self?.start($0, $1) }, onDrag: { [weak self] in self?.drag($0, $1) })
        area.onPointerMoved { [weak self] x, y in
            if let self { area.setCursor(crop == nil ? nil : edges(x, y).cursor) }
        }
        ratios.setItems(CropRatio.all.map(\.name))
        ratios.onSelected { [weak self] in self?.chooseRatio() }
        photo.onKey { [weak self] key, modifiers in self?.pressed(key, modifiers) ?? false }
    }

    isolated deinit { area.end() }

    func show(_ asset: ListedAsset) {
        forget()
        self.asset = asset.id
        crop = nil
        picture.texture = nil
        missing.isVisible = false
        actions["apply"].isEnabled = false
        ratios.selected = 0
        photo.setAccessibleLabel(PhotoTile.name(of: asset))
        images.load(asset.id, as: .large, for: self) { [weak self] outcome in
            guard let self, self.asset == asset.id else { return }
            switch outcome {
            case .image(let texture): begin(texture)
            // If a degraded image is already shown, it stays.
            case .none: missing.isVisible = picture.texture == nil
            }
        }
    }

    func focus() { photo.grabFocus() }

    private func begin(_ texture: Texture) {
        picture.texture = texture
        // Keeps the frame when a sharper image of the same photo arrives.
        if crop == nil {
            crop = FreeCrop(width: texture.width, height: texture.height)
            crop?.ratio = CropRatio.all[ratios.selected]
        }
        changed()
    }

    private func changed() {
        area.redraw()
        actions["apply"].isEnabled = crop?.rectangle.map { $0 != .whole } ?? false
    }

    private func chooseRatio() {
        crop?.ratio = CropRatio.all[ratios.selected]
        changed()
    }

    private func apply() {
        if let asset, let part = crop?.rectangle, part != .whole { editor.crop(asset, to: part) }
        close()
    }

    private func close() {
        forget()
        onClose()
    }

    /// Stops loading the photo.
    private func forget() {
        if let asset { images.forget(asset, as: .large, for: self) }
        asset = nil
    }

    // MARK: Moving the frame

    private func pressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard crop != nil, let (x, y) = key.cropStep else { return false }
        let edge: FreeCrop.FrameEdges = y == 0 ? .right : .bottom
        crop?.move(modifiers.contains(.shift) ? edge : [], x: x, y: y)
        changed()
        return true
    }

    private func start(_ x: Double, _ y: Double) { dragged = edges(x, y) }

    /// Returns the edges that a drag from a point of the area moves; empty for the whole frame.
    private func edges(_ x: Double, _ y: Double) -> FreeCrop.FrameEdges {
        guard let crop, let picture = pictureFrame(Double(area.width), Double(area.height)) else { return [] }
        return crop.edges(
            at: (x - picture.x) / picture.width, (y - picture.y) / picture.height,
            reach: (Self.reach / picture.width, Self.reach / picture.height))
    }

    private func drag(_ x: Double, _ y: Double) {
        guard let picture = pictureFrame(Double(area.width), Double(area.height)) else { return }
        crop?.move(dragged, x: x / picture.width, y: y / picture.height)
        changed()
    }

    // MARK: Where things are on the screen

    private func frame(_ width: Double, _ height: Double) -> FrameArea.Frame? {
        crop?.rectangle.flatMap { pictureFrame(width, height)?.frame(of: $0) }
    }

    private func pictureFrame(_ width: Double, _ height: Double) -> FrameArea.Frame? {
        crop.flatMap { FrameArea.Frame(ofPicture: ($0.width, $0.height), in: (width, height)) }
    }
}
