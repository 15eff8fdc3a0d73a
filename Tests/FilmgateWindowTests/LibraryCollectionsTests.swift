import Filmgate
import FilmgateModel
import Testing

@testable import filmgate_window

@Suite("What the window shows in place of a deleted album or folder")
@MainActor struct CollectionListTests {
    private let outer = FolderID.random()
    private let inner = FolderID.random()
    private let album = AlbumID.random()

    private func folder(_ id: FolderID, in parent: FolderID? = nil) -> Folder {
        Folder(id: id, values: Self.values("Folder", parent))
    }

    private static func values(_ title: String, _ parent: FolderID?) -> [CollectionProperty: PropertyValue] {
        var values: [CollectionProperty: PropertyValue] = [.title: .text(title)]
        if let parent { values[.parent] = .text(parent.description) }
        return values
    }

    /// An album in a folder in a folder.
    private var all: LibraryCollections {
        LibraryCollections(
            albums: [AssetCollection(id: album, values: Self.values("Album", inner))],
            folders: [folder(outer), folder(inner, in: outer)])
    }

    @Test("is the folder that it was in")
    func parent() {
        var now = all
        now.albums = []
        #expect(now.replacement(for: .album(album), in: all) == .folder(inner))
        now.folders = [folder(outer)]
        #expect(now.replacement(for: .folder(inner), in: all) == .folder(outer))
        #expect(now.replacement(for: .album(album), in: all) == .folder(outer), "both were deleted")
    }

    @Test("is all photos if there is no such folder")
    func photos() {
        var now = all
        now.folders = [folder(inner)]
        #expect(now.replacement(for: .folder(outer), in: all) == .photos)
        #expect(LibraryCollections().replacement(for: .album(album), in: all) == .photos)
    }

    @Test("is nothing as long as it exists, for a part that cannot be deleted, and in a list that never had it")
    func none() {
        #expect(all.replacement(for: .album(album), in: all) == nil)
        #expect(LibraryCollections().replacement(for: .trash, in: all) == nil)
        #expect(all.replacement(for: .album(album), in: LibraryCollections()) == nil)
        let cycle = LibraryCollections(folders: [folder(outer, in: inner), folder(inner, in: outer)])
        #expect(LibraryCollections().replacement(for: .folder(outer), in: cycle) == .photos, "and it ends")
    }
}
