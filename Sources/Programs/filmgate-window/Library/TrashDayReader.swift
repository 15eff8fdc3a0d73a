import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// Reads the number of days that are left for each photo in the trash, and shows it on the photo.
final class TrashDayReader {
    private let library: PhotoLibrary
    private let grid: PhotoGrid
    private var days: [AssetID: Int] = [:]

    init(of library: PhotoLibrary, for grid: PhotoGrid) { (self.library, self.grid) = (library, grid) }

    /// Returns the text with the days that are left for a photo; nil if they have not been read.
    func note(on asset: AssetID) -> String? { days[asset].map { counted("{n} day left", "{n} days left", $0) } }

    func read() {
        let library = library
        Task {
            // Without this data, the photos are shown without their days.
            guard let read = try? await library.trashDays() else { return }
            days.merge(read) { $1 }
            grid.view.refresh()
        }
    }
}
