import Filmgate
import FilmgateModel
import FilmgateText

extension LibraryEditor {
    /// Moves photos in an album. The album may also contain hidden photos, which the person does not see.
    ///
    /// - Parameters:
    ///   - index: the index among the shown photos that do not move.
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
