import FilmgateGTK

/// Creates the icon that moves with the pointer during a drag. The icon is opaque, because GTK shows black behind a
/// transparent icon if there is no compositor.
enum DragIcon {
    /// The maximum number of photos in an icon.
    static let mostPictures = 3
    /// The side of a photo, in logical pixels.
    private static let side = 80

    /// Returns an icon with the first dragged photos, and with the number of all dragged photos.
    ///
    /// - Parameters:
    ///   - textures: the pictures of the photos, beginning with the photo under the pointer; nil for a photo that has
    ///     not been loaded yet.
    ///   - count: the number of dragged photos.
    static func photos(_ textures: [Texture?], count: Int) -> Widget {
        let row = Box.horizontal(spacing: 2)
        row.add(cssClass: "drag-icon")
        for texture in textures.prefix(mostPictures) {
            let picture = texture.map(Icon.texture) ?? Icon.symbolic("image-x-generic-symbolic")
            picture.setPixelSize(side)
            row.append(picture)
        }
        guard count > 1 else { return row }
        let overlay = Overlay(row)
        let label = Label("\(count)")
        label.add(cssClass: "dragged-count")
        label.place(horizontally: .end, vertically: .end)
        overlay.add(label)
        return overlay
    }

    /// Returns an icon with the symbol and the title of an album or a folder.
    static func collection(_ title: String, icon name: String) -> Widget {
        let row = Box.horizontal(spacing: 9)
        row.add(cssClass: "drag-icon")
        row.append(Icon.symbolic(name))
        row.append(Label(title))
        return row
    }
}
