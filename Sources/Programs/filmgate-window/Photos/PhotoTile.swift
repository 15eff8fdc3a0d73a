import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// A square with a photo.
final class PhotoTile {
    let widget: Overlay
    private let picture = Picture(covers: true)
    /// Over the picture. Each is made when it is first needed: most photos have none, and a grid has hundreds of tiles.
    private var labels: [Corner: Label] = [:]
    /// The icons of what is special about the photo.
    private var icons: (box: Box, traits: ListedAsset.Traits)?
    private let images: ImageLoader
    /// What screen readers say of the photo.
    private(set) var name = ""
    /// What is shown of the photo now.
    var texture: Texture? { picture.texture }
    private var shown: Shown?
    /// In a grid, which has as many columns as it is told to if they are at least so wide.
    private static let leastWidth = 32

    private struct Shown: Equatable {
        let asset: AssetID
        let image: ImageForm
        let version: Int
    }

    /// Where a label is; the name is its class in the style.
    private enum Corner: String {
        case badge, day, mark
    }

    init(_ images: ImageLoader) {
        self.images = images
        widget = Overlay(picture)
        widget.add(cssClass: "photo")
        widget.clip()
    }

    /// - Parameters:
    ///   - size: of the square, in units of the screen.
    ///   - height: in a grid, whose columns make the photo as wide as there is room for; nil: the size.
    ///   - note: a short text to show on it.
    ///   - heading: of this photo and those that follow: when they were taken.
    func show(
        _ asset: ListedAsset, size: Int, height: Int? = nil, note: String? = nil, heading: String? = nil
    ) {
        if let height { setHeight(height) } else { widget.setSize(width: size, height: size) }
        let words = [Self.name(of: asset), Text.singleLine(images.altTexts[asset.id])] + Self.words(of: asset.traits)
        name = (words + [note]).compactMap(\.self).joined(separator: " · ")
        widget.setAccessibleLabel(name)
        set(.badge, [asset.duration.map(Self.length), note].compactMap(\.self).joined(separator: " · "))
        set(asset.traits)
        set(.day, heading ?? "")
        load(asset.id, .square(of: size * widget.scaleFactor))
    }

    /// Sets the height in a grid, whose columns decide the width.
    func setHeight(_ height: Int) { widget.setSize(width: Self.leastWidth, height: height) }

    /// Shows a mark with a text, such as a number, in the corner.
    func setMark(_ text: String?) { set(.mark, text ?? "") }

    private func set(_ corner: Corner, _ text: String) {
        guard !text.isEmpty || labels[corner] != nil else { return }
        let label = labels[corner] ?? makeLabel(in: corner)
        label.text = text
        label.isVisible = !text.isEmpty
    }

    private func set(_ traits: ListedAsset.Traits) {
        guard traits != icons?.traits ?? [] else { return }
        let box = icons?.box ?? makeIcons()
        icons = (box, traits)
        box.removeAll()
        for kind in Self.kinds where traits.contains(kind.trait) {
            let icon = Icon.symbolic(kind.icon)
            icon.setPixelSize(12)
            box.append(icon)
        }
        box.isVisible = !traits.isEmpty
    }

    private func makeIcons() -> Box {
        let box = Box.horizontal(spacing: 6)
        box.add(cssClass: "badge")
        box.place(horizontally: .end, vertically: .end)
        widget.add(box)
        return box
    }

    private static var kinds: [(trait: ListedAsset.Traits, icon: String, word: String)] {
        [
            (.favorite, FavoriteIcon.name(isOn: true), localized("Favorite")),
            (.live, "media-record-symbolic", localized("Live photo")),
            (.edited, "document-edit-symbolic", localized("Edited")),
            (.burst, "edit-copy-symbolic", localized("Burst")),
        ]
    }

    /// What screen readers say of the icons.
    static func words(of traits: ListedAsset.Traits) -> [String?] {
        traits.isEmpty ? [] : kinds.filter { traits.contains($0.trait) }.map(\.word)
    }

    private func makeLabel(in corner: Corner) -> Label {
        let label = Label("")
        label.add(cssClass: corner.rawValue)
        switch corner {
        case .badge: label.place(horizontally: .start, vertically: .end)
        case .day:
            label.place(horizontally: .start, vertically: .start)
            label.setWrapped()
            label.setAlignment(0)
        case .mark: label.place(horizontally: .end, vertically: .start)
        }
        widget.add(label)
        labels[corner] = label
        return label
    }

    /// Shows nothing, and requests nothing.
    func clear() {
        forget()
        picture.texture = nil
    }

    private func forget() {
        if let shown { images.forget(shown.asset, as: shown.image, for: self) }
        shown = nil
    }

    private func load(_ asset: AssetID, _ image: ImageForm) {
        let wanted = Shown(asset: asset, image: image, version: images.version(of: asset))
        guard shown != wanted else { return }
        // The old picture stays until the new one comes.
        if shown?.asset == asset { forget() } else { clear() }
        shown = wanted
        widget.remove(cssClass: "missing")
        images.load(asset, as: image, for: self) { [weak self] outcome in
            guard let self, shown == wanted else { return }
            switch outcome {
            case .image(let texture): picture.texture = texture
            // A degraded image is better than none.
            case .none: if picture.texture == nil { widget.add(cssClass: "missing") }
            }
        }
    }

    /// What screen readers say of a photo.
    static func name(of asset: ListedAsset) -> String {
        let date = asset.date(DateText.moment)
        return switch (asset.duration, date) {
        case (nil, let date?): localized("Photo, {date}", ["date": date])
        case (nil, nil): localized("Photo")
        case (let duration?, let date?):
            localized("Video, {length}, {date}", ["length": length(duration), "date": date])
        case (let duration?, nil): localized("Video, {length}", ["length": length(duration)])
        }
    }

    /// `1:05`
    private static func length(_ seconds: Double) -> String {
        let seconds = Int(max(0, min(seconds, 359_999)).rounded())
        let minutes = "\(seconds / 60 % 60):" + (seconds % 60).padded(to: 2)
        return seconds < 3600
            ? minutes : "\(seconds / 3600):" + (seconds / 60 % 60).padded(to: 2) + ":" + (seconds % 60).padded(to: 2)
    }
}
