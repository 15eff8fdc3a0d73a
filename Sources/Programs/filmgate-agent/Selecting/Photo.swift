import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// An asset in the terminal's list of photos.
struct Photo: Hashable, Sendable {
    let id: AssetID
    /// The time of capture, in the camera's time zone or, if that is unknown, in the local time zone.
    let time: CivilTime?
    /// The file name on one line; empty if there is none.
    let name: String
    let title: String
    /// The alt text on one line; empty if there is none.
    let altText: String
    let isVideo: Bool
    let isFavorite: Bool
    /// The text that a filter searches, in lowercase UTF-8.
    let searched: [UInt8]

    init(_ asset: AssetSummary, localTime: (Int64) -> CivilTime?) {
        id = asset.id
        time = asset.listed.creationDate.flatMap { date in
            let seconds = date.rawValue / 1_000_000
            return asset.listed.clockOffset.map { CivilTime(seconds, in: .offset(Int($0))) } ?? localTime(seconds)
        }
        name = Text.singleLine(asset.filename) ?? ""
        title = Text.singleLine(asset.title) ?? ""
        altText = Text.singleLine(asset.altText) ?? ""
        isVideo = asset.mediaType == .video
        isFavorite = asset.listed.isFavorite
        let date = time.map { $0.dateText + " " + $0.date.longText } ?? localized("no date")
        let kind = isVideo ? localized("video") : ""
        searched = Array("\(name)\n\(title)\n\(altText)\n\(date)\n\(kind)".lowercased().utf8)
    }

    var dayText: String { time?.date.longText ?? localized("No date") }

    /// The name, or else the title, or else a placeholder.
    var label: String { name.isEmpty ? (title.isEmpty ? localized("(no name)") : title) : name }
}
