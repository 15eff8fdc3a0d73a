import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// A tile that shows a photo as a square.
final class PhotoTile {
    let widget: Overlay
    private let picture = Picture(covers: true)
    /// The labels in front of the picture. A label is created when it is first needed, because a grid has hundreds of
    /// tiles, and most photos need no label.
    private var labels: [Corner: Label] = [:]
    /// The icons of the photo's badges.
    private var icons: (box: Box, badges: ListedAsset.Badges)?
    private let images: ImageLoader
    /// The text for screen readers.
    private(set) var name = ""
    /// The image that is currently shown.
    var texture: Texture? { picture.texture }
    private var shown: ShownImage?
    /// The minimum width of a tile in a grid. The number of columns determines the actual width.
    private static let leastWidth = 32

    private struct ShownImage: Equatable {
        let asset: AssetID
        let image: DisplayImageSize
        let version: Int
    }

    /// The corner of a label. The raw value is the CSS class of the label.
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
    ///   - size: the side of the square, in logical pixels.
    ///   - height: the height in a grid, where the columns determine the width; nil for `size`.
    ///   - note: short text to show on the photo.
    ///   - heading: the heading for this photo and the following photos.
    func show(
        _ asset: ListedAsset, size: Int, height: Int? = nil, note: String? = nil, heading: String? = nil
    ) {
        if let height { setHeight(height) } else { widget.setSize(width: size, height: size) }
        let words = [Self.name(of: asset), Text.singleLine(images.altTexts[asset.id])] + Self.words(of: asset.badges)
        name = (words + [note]).compactMap(\.self).joined(separator: " · ")
        widget.setAccessibleLabel(name)
        let texts = [asset.duration.map(Self.length), asset.badges.contains(.hdr) ? localized("HDR") : nil, note]
        set(.badge, texts.compactMap(\.self).joined(separator: " · "))
        set(asset.badges)
        set(.day, heading ?? "")
        labels[.day]?.setTooltip(heading)
        load(asset.id, .square(of: size * widget.scaleFactor))
    }

    /// Sets the height in a grid, where the columns determine the width.
    func setHeight(_ height: Int) { widget.setSize(width: Self.leastWidth, height: height) }

    /// Shows a mark, such as a number, in a corner; nil hides the mark.
    func setMark(_ text: String?) { set(.mark, text ?? "") }

    private func set(_ corner: Corner, _ text: String) {
        guard !text.isEmpty || labels[corner] != nil else { return }
        let label = labels[corner] ?? makeLabel(in: corner)
        label.text = text
        label.isVisible = !text.isEmpty
    }

    /// Shows the icons of badges. A label shows HDR as text instead.
    private func set(_ all: ListedAsset.Badges) {
        let badges = all.subtracting(.hdr)
        guard badges != icons?.badges ?? [] else { return }
        let box = icons?.box ?? makeIcons()
        icons = (box, badges)
        box.removeAll()
        for kind in Self.kinds where badges.contains(kind.badge) {
            let icon = Icon.symbolic(kind.icon)
            icon.setPixelSize(12)
            box.append(icon)
        }
        box.isVisible = !badges.isEmpty
    }

    private func makeIcons() -> Box {
        let box = Box.horizontal(spacing: 6)
        box.add(cssClass: "badge")
        box.place(horizontally: .end, vertically: .end)
        widget.add(box)
        return box
    }

    private static var kinds: [(badge: ListedAsset.Badges, icon: String, word: String)] {
        [
            (.favorite, FavoriteIcon.name(isOn: true), localized("Favorite")),
            (.live, "media-record-symbolic", localized("Live photo")),
            (.edited, "document-edit-symbolic", localized("Edited")),
            (.burst, "edit-copy-symbolic", localized("Burst")),
        ]
    }

    /// Returns the names of badges, for screen readers.
    static func words(of badges: ListedAsset.Badges) -> [String?] {
        guard !badges.isEmpty else { return [] }
        let words = kinds.filter { badges.contains($0.badge) }.map(\.word)
        return words + (badges.contains(.hdr) ? [localized("HDR")] : [])
    }

    private func makeLabel(in corner: Corner) -> Label {
        let label = Label("")
        label.add(cssClass: corner.rawValue)
        switch corner {
        case .badge: label.place(horizontally: .start, vertically: .end)
        case .day:
            label.place(horizontally: .start, vertically: .start)
            label.setWrapped(lines: 2)
            label.setAlignment(0)
        case .mark: label.place(horizontally: .end, vertically: .start)
        }
        widget.add(label)
        labels[corner] = label
        return label
    }

    /// Removes the picture, and cancels the request for an image.
    func clear() {
        forget()
        picture.texture = nil
    }

    private func forget() {
        if let shown { images.forget(shown.asset, as: shown.image, for: self) }
        shown = nil
    }

    private func load(_ asset: AssetID, _ image: DisplayImageSize) {
        let wanted = ShownImage(asset: asset, image: image, version: images.version(of: asset))
        guard shown != wanted else { return }
        // If the asset is the same, the old picture stays until the new picture arrives.
        if shown?.asset == asset { forget() } else { clear() }
        shown = wanted
        widget.remove(cssClass: "missing")
        images.load(asset, as: image, for: self) { [weak self] outcome in
            guard let self, shown == wanted else { return }
            switch outcome {
            case .image(let texture): picture.texture = texture
            // If a degraded image is already shown, it stays.
            case .none: if picture.texture == nil { widget.add(cssClass: "missing") }
            }
        }
    }

    /// Returns the description of a photo for screen readers.
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

    /// Returns a duration as text, such as `1:05`.
    private static func length(_ seconds: Double) -> String {
        let seconds = Int(max(0, min(seconds, 359_999)).rounded())
        let minutes = "\(seconds / 60 % 60):" + (seconds % 60).padded(to: 2)
        return seconds < 3600
            ? minutes : "\(seconds / 3600):" + (seconds / 60 % 60).padded(to: 2) + ":" + (seconds % 60).padded(to: 2)
    }
}
