import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// Reads the number of days until each photo in the trash is deleted, and shows this number on the photo.
final class TrashCountdown {
    private let library: PhotoLibrary
    private let grid: PhotoGrid
    private var days: [AssetID: Int] = [:]

    init(of library: PhotoLibrary, for grid: PhotoGrid) { (self.library, self.grid) = (library, grid) }

    /// Returns the note with the number of days for a photo; nil if the number has not been read.
    func note(on asset: AssetID) -> String? { days[asset].map { counted("{n} day left", "{n} days left", $0) } }

    func read() {
        let library = library
        Task {
            // If reading fails, the photos show no notes.
            guard let read = try? await library.trashDays() else { return }
            days.merge(read) { $1 }
            grid.view.refresh()
        }
    }
}
