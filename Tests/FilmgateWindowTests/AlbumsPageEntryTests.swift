import Filmgate
import FilmgateModel
import FoundationEssentials
import Testing

@testable import filmgate_window

@Suite("The page of albums")
@MainActor struct AlbumsPageEntryTests {
    private let ids = (1...4).map { AlbumID(uuid: UInt128($0)) }
    private let folder = FolderID(uuid: 9)
    private let covers = (1...4).map { AssetID(uuid: UInt128(100 + $0)) }

    private func album(_ index: Int, _ title: String, in parent: FolderID? = nil) -> AssetCollection {
        var values: [CollectionProperty: PropertyValue] = [.title: .text(title)]
        if let parent { values[.parent] = .text(parent.description) }
        return AssetCollection(id: ids[index], values: values)
    }

    private var collections: LibraryCollections {
        LibraryCollections(
            albums: [album(0, "Athens"), album(1, "Berlin"), album(2, "Cork"), album(3, "Delft", in: folder)],
            folders: [Folder(id: folder, values: [.title: .text("Journeys")])])
    }

    /// Of the first three albums, the second one has the newest photos; the third one has none.
    private var details: [AlbumID: AssetCollection] {
        var details: [AlbumID: AssetCollection] = [:]
        for (index, year) in [(0, Int64(20)), (1, 30), (3, 10)] {
            let date = PropertyValue.date(Timestamp(rawValue: year * 31_556_952_000_000))
            details[ids[index]] = AssetCollection(
                id: ids[index], values: [.startDate: date, .endDate: date, .cover: .text(covers[index].description)])
        }
        return details
    }

    private func titles(_ order: AlbumSortOrder, in parent: FolderID? = nil) -> [String] {
        AlbumsPageEntry.all(in: parent, of: collections, details, by: order).map(\.title)
    }

    @Test("sorts by title or by the dates of photos, folders first and empty albums last")
    func orders() {
        #expect(titles(.title) == ["Journeys", "Athens", "Berlin", "Cork"])
        #expect(titles(.newest) == ["Journeys", "Berlin", "Athens", "Cork"])
        #expect(titles(.oldest) == ["Journeys", "Athens", "Berlin", "Cork"])
        #expect(titles(.title, in: folder) == ["Delft"])
    }

    @Test("shows the order of the folder if the person wants that")
    func ownOrder() {
        #expect(titles(.own) == ["Journeys", "Athens", "Berlin", "Cork"], "not read yet")
        var ordered = collections
        ordered.positions = [.album(ids[2]): 0, .album(ids[0]): 1, .album(ids[1]): 2]
        #expect(
            AlbumsPageEntry.all(in: nil, of: ordered, details, by: .own).map(\.title)
                == ["Journeys", "Cork", "Athens", "Berlin"])
        #expect(
            AlbumsPageEntry.all(in: nil, of: ordered, details, by: .title).map(\.title)
                == ["Journeys", "Athens", "Berlin", "Cork"])
        #expect(ordered.siblings(of: .album(ids[0])) == [.album(ids[2]), .album(ids[0]), .album(ids[1])])
    }

    @Test("shows the cover of an album, and those of the albums in a folder")
    func shows() {
        let entries = AlbumsPageEntry.all(in: nil, of: collections, details, by: .title)
        #expect(entries.map(\.covers) == [[covers[3]], [covers[0]], [covers[1]], []])
    }
}
