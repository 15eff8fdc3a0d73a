import FilmgatePrompts
import FilmgateText

extension AlbumSummary {
    /// The title on one line.
    var shownTitle: String { Text.singleLine(title) ?? localized("(no title)") }
}
