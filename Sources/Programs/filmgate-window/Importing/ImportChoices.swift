import Filmgate
import FilmgateLibraryTools
import FilmgateModel

/// The person's choices for an import.
nonisolated struct ImportChoices: Sendable {
    /// The albums to which the import adds the photos.
    enum AlbumChoice: Hashable, Sendable {
        case none
        /// An album for each folder.
        case folders
        /// The same albums as in the photo library that the photos come from, such as an export by Google Takeout.
        case ofLibrary
        case new(String)
        case existing(AlbumID, path: [String])
    }

    var album = AlbumChoice.none
    /// Whether to import photos that were deleted earlier, or that were already imported from the same camera.
    var includesDeleted = false

    /// Returns the filer that adds the imported photos to their albums; nil if the person chose no album.
    func filer(in library: PhotoLibrary, undoNames: UndoNames) async throws -> AlbumFiler? {
        guard album != .none else { return nil }
        let tree = try await library.collectionTree([.album])
        var paths = AlbumPaths(tree, disk: album == .folders)
        let rule: AlbumFiler.AlbumRule
        switch album {
        case .none: return nil
        case .folders: rule = .folders
        case .ofLibrary: rule = .items
        case .new(let title): rule = .path([title])
        case .existing(let id, let path):
            paths.use(id, at: path)
            rule = .path(path)
        }
        return AlbumFiler(library, paths, rule, undoNames: undoNames)
    }
}
