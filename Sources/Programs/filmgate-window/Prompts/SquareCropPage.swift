import FilmgateGTK
import FilmgateModel
import FilmgatePolicy
import FilmgatePrompts
import FilmgateText

/// The page on which the person chooses a square part of each picked image, one image at a time.
final class SquareCropPage {
    let widget: Widget
    /// The bar with the buttons.
    let answers: Widget
    /// Called when the person returns to the selection of photos.
    var onBack: () -> Void = {}
    /// Called when the last of several images is shown, so that the next press of the button ends the pick.
    var onLast: () -> Void = {}
    /// The chosen squares, by asset.
    private(set) var crops: [AssetID: UnitRectangle]

    private let builder = Builder("framing.ui")
    private let pick: PickAnswer
    private let framed: [AssetID]
    private let images: ImageLoader
    private let done: (PickAnswer) -> Void
    private let crop: SquareCropEditor
    private lazy var title = WindowTitle(in: builder, "title")
    private lazy var next = Button(in: builder, "next")
    private var going: [ActionGroup] = []
    private lazy var photo = Widget(in: builder, "photo")
    private lazy var picture = Picture(in: builder, "picture")
    private lazy var missing = Widget(in: builder, "missing")
    /// The index of the shown image in `framed`.
    private var position = 0

    /// - Parameters:
    ///   - pick: the photos that the person has picked, and the other choices.
    ///   - framed: the picked images, in the order of the pick. The array must not be empty.
    ///   - crops: the squares that the person has chosen earlier.
    ///   - done: called with the pick, including the chosen squares.
    init(
        _ pick: PickAnswer, framing framed: [AssetID], _ crops: [AssetID: UnitRectangle], _ images: ImageLoader,
        done: @escaping (PickAnswer) -> Void
    ) {
        self.pick = pick
        self.framed = framed
        self.crops = crops
        self.images = images
        self.done = done
        widget = Widget(in: builder, "page")
        answers = Widget(in: builder, "header")
        crop = SquareCropEditor(builder)
        let actions = ActionGroup("page", on: widget)
        actions.add("back", self) { $0.goBack() }
        actions.add("next", self, keys: "<Control>Return|<Control>KP_Enter") { $0.goOn() }
        let keys = ActionGroup("photo", on: widget, keysIn: photo)
        keys.add("next", self, keys: "Return|KP_Enter") { $0.goOn() }
        going = [actions, keys]
        photo.onKey { [weak self] key, _ in self?.crop.move(by: key) ?? false }
        show(0)
    }

    func grabFocus() { photo.grabFocus() }

    /// Shows the previous image, or returns from the first image to the selection.
    func goBack() {
        guard position > 0 else {
            forget()
            return onBack()
        }
        show(position - 1)
    }

    private func goOn() {
        guard position + 1 == framed.count else { return show(position + 1) }
        forget()
        var answer = pick
        answer.crops = crops.filter { framed.contains($0.key) }
        done(answer)
    }

    private func show(_ position: Int) {
        forget()
        self.position = position
        let asset = framed[position]
        if framed.count > 1 {
            title.setSubtitle(
                localized(
                    "{n} of {total}", ["n": Text.number(position + 1), "total": Text.number(framed.count)]))
        }
        next.setLabel(position + 1 == framed.count ? localized("_Done") : localized("_Next"))
        photo.setAccessibleLabel(images.altTexts[asset].flatMap { Text.singleLine($0) } ?? localized("Photo"))
        picture.texture = nil
        missing.isVisible = false
        // Disables the button until the image is shown or has failed to load.
        allowNext(false)
        images.load(asset, as: .large, for: self) { [weak self] outcome in
            guard let self, framed[self.position] == asset else { return }
            switch outcome {
            case .image(let texture): frame(asset, texture)
            // If a degraded image is already shown, it stays.
            case .none:
                missing.isVisible = picture.texture == nil
                allowNext(true)
            }
        }
        photo.grabFocus()
        if position > 0, position + 1 == framed.count { onLast() }
    }

    private func allowNext(_ isAllowed: Bool) {
        for group in going { group["next"].isEnabled = isAllowed }
    }

    private func frame(_ asset: AssetID, _ texture: Texture) {
        picture.texture = texture
        allowNext(true)
        crop.show(width: texture.width, height: texture.height, chosen: crops[asset]) { [weak self] in
            self?.crops[asset] = $0
        }
    }

    /// Stops loading the shown image, and hides the frame.
    private func forget() {
        images.forget(framed[position], as: .large, for: self)
        crop.hide()
    }
}
