import FilmgateModel
import FilmgateSQLite

extension MediaType {
    /// The columns of `client` and `library` for the last pruned change of a view of this type: its number, and its date.
    var prunedColumns: SQL {
        switch self {
        case .image: "image_pruned, image_pruned_date"
        case .video: "video_pruned, video_pruned_date"
        }
    }

    var prunedColumn: SQL {
        switch self {
        case .image: "image_pruned"
        case .video: "video_pruned"
        }
    }
}
