import Filmgate
import FilmgateModel
import Testing

@testable import filmgate_window

@Suite("The lines of the sidebar")
@MainActor struct SidebarEntryTests {
    @Test("list the inbox only with the number of what waits, which a screen reader says")
    func inbox() throws {
        #expect(SidebarEntry.last(waiting: nil).map(\.item) == [.hidden, .trash, .apps])
        let lines = SidebarEntry.last(waiting: 2)
        #expect(lines.map(\.item) == [.inbox, .hidden, .trash, .apps])
        let inbox = try #require(lines.first)
        #expect(inbox.count == 2 && inbox.title == "Inbox" && inbox.accessibleName == "Inbox, 2 items")
        #expect(SidebarItem.inbox.request == nil && SidebarItem.inbox.dragText == nil, "no fetch finds what waits")
    }

    @Test("list albums second, and media types only if there are such photos")
    func order() {
        let album = SidebarEntry(item: .album(AlbumID.random()), title: "Trip")
        let first = SidebarEntry.first([album])
        #expect(first.map(\.item) == [.photos, .albums, album.item])
        #expect(first.map(\.depth) == [0, 0, 1])
        func items(_ counts: [AlbumID: Int], _ selected: SidebarItem = .photos) -> [SidebarItem] {
            SidebarEntry.smart(counts, selected: selected).map(\.item)
        }
        #expect(items([:]) == [.smartAlbum(.recentlyAdded), .smartAlbum(.favorites)])
        #expect(
            items([SmartAlbumSubtype.videos.id: 2, SmartAlbumSubtype.raw.id: 0])
                == [.smartAlbum(.recentlyAdded), .smartAlbum(.favorites), .smartAlbum(.videos)])
        // The one that is shown stays when its last photo goes.
        #expect(items([:], .smartAlbum(.raw)).last == .smartAlbum(.raw))
    }
}
