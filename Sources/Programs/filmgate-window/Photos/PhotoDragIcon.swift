import FilmgateGTK

/// What moves with the pointer while the person drags photos: some of them, and how many they are.
enum PhotoDragIcon {
    /// The most photos that are shown.
    static let mostPictures = 3
    /// The side of a photo, and how far the next one is moved, in units of the screen.
    private static let (side, distance) = (96, 10)

    /// - Parameters:
    ///   - textures: of photos, the one in front first. Those without one were not loaded yet.
    ///   - count: how many photos are dragged.
    static func make(_ textures: [Texture?], count: Int) -> Widget {
        let space = Box.horizontal(spacing: 0)
        let size = side + distance * (min(textures.count, mostPictures) - 1)
        space.setSize(width: size, height: size)
        let stack = Overlay(space)
        for (index, texture) in textures.prefix(mostPictures).enumerated().reversed() {
            let picture = texture.map(Icon.texture) ?? Icon.symbolic("image-x-generic-symbolic")
            picture.setPixelSize(side)
            picture.add(cssClass: "dragged")
            picture.clip()
            picture.place(horizontally: .start, vertically: .start)
            picture.setOffset(start: index * distance, top: index * distance)
            stack.add(picture)
        }
        guard count > 1 else { return stack }
        let label = Label("\(count)")
        label.add(cssClass: "dragged-count")
        label.place(horizontally: .end, vertically: .start)
        stack.add(label)
        return stack
    }
}
