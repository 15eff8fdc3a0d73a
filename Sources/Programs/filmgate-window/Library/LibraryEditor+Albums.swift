import Filmgate
import FilmgateModel
import FilmgateText

/// Changes the order of an album.
extension LibraryEditor {
    /// Moves photos of an album. The list that the person sees lacks the hidden photos of the album.
    ///
    /// - Parameters:
    ///   - index: the index among the shown photos that are not moved.
    ///   - shown: all photos that the person sees.
    func move(_ moved: [AssetID], in album: AlbumID, to index: Int, among shown: [AssetID]) {
        performUndoable(saying: localized("Moved")) { changes in
            let whole = FetchRequest.assets(in: album).includingHidden.reading([])
            let all = try await changes.library.fetch(whole).snapshot().map(\.id)
            var request = ChangeRequest()
            request.move(moved, in: album, to: AlbumMove.index(index, of: moved, among: shown, in: all))
            try await changes.perform(request)
        }
    }
}
