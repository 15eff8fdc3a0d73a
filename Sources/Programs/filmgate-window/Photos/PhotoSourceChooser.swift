import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// Lets the person choose which photos the selection page lists: all photos, new photos, or an album.
final class PhotoSourceChooser {
    /// Called when the choice may have changed.
    var onSelected: () -> Void = {}

    private let question: AgentPrompt
    private let chooser: DropDown
    /// The choices, in the order of the list.
    private var parts: [(part: PhotoSubset, title: String)] = []

    private enum PhotoSubset: Equatable {
        case all
        /// The photos that were added after the person last edited the selection.
        case added(after: Timestamp)
        case album(AlbumID)
    }

    init(_ question: AgentPrompt, _ builder: Builder) {
        self.question = question
        chooser = DropDown(in: builder, "albums")
        show([])
        chooser.onSelected { [weak self] in self?.onSelected() }
    }

    /// Sets the person's albums in the list.
    func show(_ albums: [AlbumSummary]) {
        // Selects the album in which the picker opens, if this album was not in the list before.
        let first = question.picker?.album.map(PhotoSubset.album)
        let wasListed = parts.contains { $0.part == first }
        let selected = (chosen ?? .all) == .all && !wasListed ? first : chosen
        parts = [(.all, localized("All Photos"))]
        if case .selection(_, let date?) = question.subject {
            parts.append((.added(after: date), localized("New Since Last Time")))
        }
        parts += SmartAlbums.titles.map { (.album($0.id), $0.title) }
        parts += albums.map { (.album($0.id), Text.shortened(Text.singleLine($0.title) ?? localized("Album"), to: 40)) }
        chooser.setItems(parts.map(\.title))
        chooser.selected = parts.firstIndex { $0.part == selected } ?? 0
        onSelected()
    }

    private var chosen: PhotoSubset? { parts.indices.contains(chooser.selected) ? parts[chooser.selected].part : nil }

    /// Whether the person has chosen all photos.
    var isLibrary: Bool { (chosen ?? .all) == .all }

    /// Returns the request for the chosen photos that match the text of a search.
    func request(searching words: String) -> AssetListRequest {
        var (album, date) = (AlbumID?.none, Timestamp?.none)
        switch chosen {
        case .all, nil: break
        case .added(let after): date = after
        case .album(let id): album = id
        }
        return AssetListRequest(
            question: question.id, album: album, search: words.isEmpty ? nil : words, addedAfter: date)
    }
}
