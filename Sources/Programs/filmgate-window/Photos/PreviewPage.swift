import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// A page that shows one large photo, with keys that show the next and the previous photo.
final class PreviewPage {
    var onClose: () -> Void = {}
    /// Called with the position of the photo that the person selects or unselects.
    var onToggle: (Int) -> Void = { _ in }
    var isSelected: (AssetID) -> Bool = { _ in false }
    /// Called when a photo is shown, and when the content of the shown photo has changed.
    var onShow: (ListedAsset) -> Void = { _ in }

    /// Called when an image has loaded, degraded or not, and when no image can be loaded.
    var onLoad: () -> Void = {}
    /// Called when the photo's description may have changed.
    var onDescribe: (ListedAsset) -> Void = { _ in }

    var shown: ListedAsset? { assets.indices.contains(position) ? assets[position] : nil }

    /// Whether the caption below the photo is shown. If the photo cannot be shown, the caption always appears, with an
    /// error message.
    var showsCaption = true {
        didSet { caption.isVisible = showsCaption || isMissing }
    }

    /// Whether the first photo follows the last photo.
    var wraps = false {
        didSet { if shown != nil { describe() } }
    }
    /// The photo after the shown photo; nil if there is none.
    var following: ListedAsset? {
        let next = wrapped(position + 1)
        return assets.indices.contains(next) && next != position ? assets[next] : nil
    }

    private let builder: Builder
    private lazy var page = Widget(in: builder, "preview")
    private lazy var previous = Button(in: builder, "previous")
    private lazy var next = Button(in: builder, "next")
    private lazy var picture = Picture(in: builder, "preview-picture")
    /// Draws a picture; nil clears the picture. By default, the page draws the picture itself.
    lazy var draw: (Texture?) -> Void = { [weak self] in self?.picture.texture = $0 }
    private var hasPicture = false
    private var isMissing = false
    private lazy var caption = Label(in: builder, "preview-caption")
    private let images: ImageLoader
    private(set) var assets: [ListedAsset] = []
    private(set) var position = 0
    private var loading: AssetID?

    init(_ builder: Builder, _ images: ImageLoader) {
        self.builder = builder
        self.images = images
        images.watchRenewals { [weak self] in self?.renewed($0) }
        let actions = ActionGroup("preview", on: Widget(in: builder, "page"), keysIn: page)
        actions.add("previous", self, keys: "\(page.arrows.back)|Page_Up") { $0.move(by: -1) }
        actions.add("next", self, keys: "\(page.arrows.forth)|Page_Down") { $0.move(by: 1) }
        actions.add("toggle", self, keys: "Return") { $0.toggle() }
        actions.add("close", self, keys: "space|Escape|<Alt>\(page.arrows.back)") { $0.close() }
    }

    func show(_ position: Int, of assets: [ListedAsset]) {
        self.assets = assets
        move(to: position)
    }

    @discardableResult
    func grabFocus() -> Bool { page.grabFocus() }

    /// Shows the photo at a distance from the shown photo in the list. A negative distance means an earlier photo.
    func move(by step: Int) { move(to: wrapped(position + step)) }

    private func wrapped(_ position: Int) -> Int {
        wraps && !assets.isEmpty ? (position + assets.count) % assets.count : position
    }

    private func move(to position: Int) {
        guard assets.indices.contains(position) else { return }
        forget()
        self.position = position
        let asset = assets[position]
        loading = asset.id
        set(nil)
        describe()
        onShow(asset)
        load(asset)
    }

    private func renewed(_ hasChanged: (AssetID) -> Bool) {
        guard let loading, hasChanged(loading), let shown, shown.id == loading else { return }
        onShow(shown)
        load(shown)
    }

    private func load(_ asset: ListedAsset) {
        images.load(asset.id, as: .large, for: self) { [weak self] outcome in
            guard let self, loading == asset.id else { return }
            switch outcome {
            case .image(let texture): set(texture)
            // If a degraded image is already shown, it stays.
            case .none: if !hasPicture { sayMissing() }
            }
            onLoad()
        }
    }

    private func sayMissing() {
        isMissing = true
        caption.text = localized("This photo cannot be shown.")
        caption.isVisible = true
    }

    private func set(_ texture: Texture?) {
        hasPicture = texture != nil
        isMissing = false
        caption.isVisible = showsCaption
        draw(texture)
    }

    /// Replaces the list. If the shown photo is no longer in the list, shows the photo at its position.
    func update(_ assets: [ListedAsset]) {
        let old = shown
        self.assets = assets
        if let old, let place = assets.firstIndex(where: { $0.id == old.id }) {
            position = place
            describe()
        } else if assets.isEmpty {
            close()
        } else {
            move(to: min(position, assets.count - 1))
        }
    }

    /// Removes the shown photo from the list immediately, because the library's list is updated later.
    func removeShown() {
        var rest = assets
        guard rest.indices.contains(position) else { return }
        rest.remove(at: position)
        update(rest)
    }

    /// Selects or unselects the shown photo.
    private func toggle() {
        guard shown != nil else { return }
        onToggle(position)
        describe()
    }

    func close() {
        forget()
        onClose()
    }

    private func describe() {
        let asset = assets[position]
        let hasOthers = wraps && assets.count > 1
        previous.isVisible = hasOthers || position > 0
        next.isVisible = hasOthers || position < assets.count - 1
        let name = PhotoTile.name(of: asset)
        let text = isSelected(asset.id) ? localized("{photo}: selected", ["photo": name]) : name
        caption.text = ([text] + PhotoTile.words(of: asset.badges.intersection(.hdr)))
            .compactMap(\.self).joined(separator: " · ")
        page.setAccessibleLabel(
            ([text, Text.singleLine(images.altTexts[asset.id])] + PhotoTile.words(of: asset.badges))
                .compactMap(\.self).joined(separator: " · "))
        onDescribe(asset)
    }

    /// Stops loading the shown photo.
    func forget() {
        if let loading { images.forget(loading, as: .large, for: self) }
        loading = nil
    }
}
