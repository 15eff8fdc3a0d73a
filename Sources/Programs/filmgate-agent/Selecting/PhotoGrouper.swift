import FilmgateModel
import FilmgateText

/// Divides a list into groups of consecutive photos.
protocol PhotoGrouper: Sendable {
    /// The title of a list with this number of photos: "500 photos by day".
    func title(_ count: Int) -> String

    func isSameGroup(_ one: Photo, _ other: Photo) -> Bool
    func heading(of photo: Photo) -> String
}

/// Groups photos by the day on which they were taken.
struct DayGrouper: PhotoGrouper {
    func title(_ count: Int) -> String { counted("{n} photo by day", "{n} photos by day", count) }

    func isSameGroup(_ one: Photo, _ other: Photo) -> Bool { one.time?.date == other.time?.date }

    func heading(of photo: Photo) -> String { photo.time?.date.longText ?? localized("No date") }
}

/// A group of photos in a list.
struct PhotoGroup: Hashable, Sendable {
    let heading: String
    /// Their places in the shown list.
    var range: Range<Int>
}
