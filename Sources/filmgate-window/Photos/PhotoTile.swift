internal import FilmgateFrontEnd
internal import FilmgateGTK
internal import FilmgateModel
internal import FilmgateText

/// A square with a photo.
final class PhotoTile {
    let widget: Overlay
    private let picture = Picture(covers: true)
    private let badge = Label("")
    private let day = Label("")
    private let mark = Label("")
    private let images: ImageLoader
    /// What screen readers say of the photo.
    private(set) var name = ""
    private var shown: (asset: AssetID, size: Int, version: Int)?

    init(_ images: ImageLoader) {
        self.images = images
        widget = Overlay(picture)
        widget.add(cssClass: "photo")
        widget.clip()
        badge.add(cssClass: "badge")
        badge.place(horizontally: .start, vertically: .end)
        badge.isVisible = false
        widget.add(badge)
        day.add(cssClass: "day")
        day.place(horizontally: .start, vertically: .start)
        day.setEllipsized()
        day.isVisible = false
        widget.add(day)
        mark.add(cssClass: "mark")
        mark.place(horizontally: .end, vertically: .start)
        mark.isVisible = false
        widget.add(mark)
    }

    /// - Parameters:
    ///   - size: of the square, in units of the screen.
    ///   - note: a short text to show on it.
    ///   - startsDay: whether it shows the day on which the photo was taken, as the heading of those that follow.
    func show(_ asset: ListedAsset, size: Int, note: String? = nil, startsDay: Bool = false) {
        widget.setSize(width: size, height: size)
        name = Self.name(of: asset)
        widget.setAccessibleLabel(name)
        badge.text = [asset.duration.map(Self.length), note].compactMap(\.self).joined(separator: " · ")
        badge.isVisible = !badge.text.isEmpty
        day.text = startsDay ? asset.creationDate.flatMap { DateText.day($0.rawValue) } ?? "" : ""
        day.isVisible = !day.text.isEmpty
        load(asset.id, ImageLoader.size(for: size * widget.scaleFactor))
    }

    /// Shows a mark with a text, such as a number, in the corner.
    func setMark(_ text: String?) {
        mark.text = text ?? ""
        mark.isVisible = text != nil
    }

    /// Shows nothing, and requests nothing.
    func clear() {
        forget()
        picture.texture = nil
    }

    private func forget() {
        if let shown { images.forget(shown.asset, size: shown.size, for: self) }
        shown = nil
    }

    private func load(_ asset: AssetID, _ size: Int) {
        let wanted = (asset, size, images.version(of: asset))
        if let shown, shown == wanted { return }
        // The old picture stays until the new one comes.
        if shown?.asset == asset { forget() } else { clear() }
        shown = wanted
        widget.remove(cssClass: "missing")
        images.load(asset, size: size, for: self) { [weak self] outcome in
            guard let self, let shown, shown == wanted else { return }
            switch outcome {
            case .image(let texture): picture.texture = texture
            // A degraded image is better than none.
            case .none: if picture.texture == nil { widget.add(cssClass: "missing") }
            }
        }
    }

    /// What screen readers say of a photo.
    static func name(of asset: ListedAsset) -> String {
        let date = asset.creationDate.flatMap { DateText.moment($0.rawValue) }
        return switch (asset.duration, date) {
        case (nil, let date?): localized("Photo, {date}", ["date": date])
        case (nil, nil): localized("Photo")
        case (let duration?, let date?):
            localized("Video, {length}, {date}", ["length": length(duration), "date": date])
        case (let duration?, nil): localized("Video, {length}", ["length": length(duration)])
        }
    }

    /// `1:05`
    private static func length(_ seconds: Float) -> String {
        let seconds = Int(max(0, min(seconds, 359_999)).rounded())
        let minutes = "\(seconds / 60 % 60):" + Text.digits(seconds % 60, 2)
        return seconds < 3600
            ? minutes : "\(seconds / 3600):" + Text.digits(seconds / 60 % 60, 2) + ":" + Text.digits(seconds % 60, 2)
    }
}
