/// How a list is divided: photos that follow each other with the same heading are one group.
protocol Grouping: Sendable {
    /// As a person calls it: "by day".
    var name: String { get }

    func isSameGroup(_ one: Photo, _ other: Photo) -> Bool
    func heading(of photo: Photo) -> String
}

/// By the day on which they were taken.
struct DayGrouping: Grouping {
    let name = "by day"

    func isSameGroup(_ one: Photo, _ other: Photo) -> Bool { one.time?.day == other.time?.day }

    func heading(of photo: Photo) -> String { photo.time?.day.text ?? "Without a date" }
}

/// Photos of a list that belong together.
struct PhotoGroup: Hashable, Sendable {
    let heading: String
    /// Their places among what is shown.
    var range: Range<Int>
}
