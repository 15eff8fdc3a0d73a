import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// Reads the number of days until each photo in the trash is deleted, and shows this number on the photo. Above the
/// photos, shows the number of days for which the trash keeps a photo.
final class TrashCountdown {
    private let library: PhotoLibrary
    private let grid: PhotoGrid
    private let label: Label
    private var days: [AssetID: Int] = [:]

    init(of library: PhotoLibrary, for grid: PhotoGrid, _ label: Label) {
        (self.library, self.grid, self.label) = (library, grid, label)
    }

    /// Returns the note with the number of days for a photo; nil if the number has not been read.
    func note(on asset: AssetID) -> String? { days[asset].map { counted("{n} day left", "{n} days left", $0) } }

    func read() {
        let library = library
        Task {
            // If reading fails, the page shows no number.
            guard let read = try? await library.trashDays() else { return }
            label.text = counted(
                "Items are deleted {n} day after they were moved here. Select items to restore them.",
                "Items are deleted {n} days after they were moved here. Select items to restore them.", read.kept)
            days.merge(read.left) { $1 }
            grid.view.refresh()
        }
    }
}
