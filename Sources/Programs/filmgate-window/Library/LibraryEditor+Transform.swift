import Filmgate
import FilmgateModel
import FilmgateText

extension LibraryEditor {
    func rotate(_ assets: [AssetID], by rotation: PhotoLibrary.Rotation) {
        performUndoable(saying: counted("{n} photo rotated", "{n} photos rotated", assets.count)) { changes in
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
