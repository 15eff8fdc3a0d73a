import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// Shows photos before and after a change of their content, side by side.
final class ContentComparison {
    private var pictures: [AssetID: (before: Picture, after: Picture)] = [:]

    /// The height of a picture, in logical pixels.
    private static let height = 220

    init(of assets: [AssetID], in box: Box) {
        for (index, asset) in assets.enumerated() {
            let row = Box.horizontal(spacing: 12)
            let number = assets.count > 1 ? "\(index + 1)" : ""
            let before = Self.picture(localized("Before"), number, in: row)
            let after = Self.picture(localized("After"), number, in: row)
            pictures[asset] = (before, after)
            box.append(row)
        }
    }

    func show(_ texture: Texture?, of asset: AssetID, _ stage: ImageMessage.Stage) {
        guard let pair = pictures[asset] else { return }
        switch stage {
        case .before: pair.before.texture = texture
        case .after: pair.after.texture = texture
        }
    }

    private static func picture(_ caption: String, _ number: String, in row: Box) -> Picture {
        let column = Box.vertical(spacing: 6)
        column.expandHorizontally()
        let label = Label(caption)
        label.add(cssClass: "dim-label")
        let picture = Picture(covers: false)
        picture.setSize(width: 120, height: height)
        picture.expandHorizontally()
        picture.add(cssClass: "photo")
        picture.setAccessibleLabel(
            number.isEmpty ? caption : localized("{caption}, photo {n}", ["caption": caption, "n": number]))
        column.append(label)
        column.append(picture)
        row.append(column)
        return picture
    }
}
