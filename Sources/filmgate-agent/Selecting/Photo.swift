internal import FilmgateFrontEnd
internal import FilmgateModel
internal import FilmgateText

/// An asset as a person reads it in a list.
struct Photo: Hashable, Sendable {
    let id: AssetID
    /// Nil where nobody knows when it was taken.
    let time: LocalTime?
    /// Cleaned.
    let name: String
    let title: String
    let isVideo: Bool
    let isFavorite: Bool
    /// What a filter looks into: lower case, UTF-8.
    let searched: [UInt8]

    init(_ asset: AssetSummary, localTime: (Int64) -> LocalTime?) {
        id = asset.id
        time = asset.creationDate.flatMap { localTime(Int64(($0.rawValue / 1_000_000))) }
        name = Text.shown(asset.filename) ?? ""
        title = Text.shown(asset.title) ?? ""
        isVideo = asset.mediaType == .video
        isFavorite = asset.isFavorite
        let date = time.map { $0.day.digits + " " + $0.day.text } ?? "no date"
        searched = Array("\(name)\n\(title)\n\(date)\(isVideo ? "\nvideo" : "")".lowercased().utf8)
    }

    /// What stands for it where there is one line for it alone.
    var label: String { name.isEmpty ? (title.isEmpty ? "(no name)" : title) : name }
}
