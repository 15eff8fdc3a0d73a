import Filmgate
import FilmgateModel
import FilmgateText

extension LibraryEditor {
    /// - Parameter items: the number of photos and videos as text.
    func rotate(_ assets: [AssetID], _ items: String, by rotation: PhotoLibrary.Rotation) {
        performUndoable(saying: localized("{items} rotated", ["items": items])) { changes in
            try await changes.transform(assets, by: rotation.transform)
        }
    }

    func crop(_ asset: AssetID, to part: UnitRectangle) {
        guard let transform = ContentTransform(orientation: 1, crop: part) else { return }
        performUndoable(saying: localized("Photo cropped")) { changes in
            try await changes.transform([asset], by: transform)
        }
    }
}
