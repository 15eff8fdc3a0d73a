import Filmgate
import FilmgateModel
import FilmgateText
import FoundationEssentials

/// The order in which the page of albums sorts the albums.
enum AlbumSortOrder: CaseIterable {
    case own, title, newest, oldest

    var title: String {
        switch self {
        case .own: localized("In Your Order")
        case .title: localized("By Title")
        case .newest: localized("Newest Photos First")
        case .oldest: localized("Oldest Photos First")
        }
    }
}

/// An album or a folder on the page of albums.
struct AlbumsPageEntry: Hashable {
    let item: SidebarItem
    let title: String
    let count: Int
    /// The cover of an album, or up to four covers of the albums in a folder.
    let covers: [AssetID]

    private static let mostCovers = 4

    /// Returns the entries of a folder or of the top level: first the folders, then the albums.
    static func all(
        in parent: FolderID?, of collections: LibraryCollections, _ details: [AlbumID: AssetCollection],
        by order: AlbumSortOrder
    ) -> [AlbumsPageEntry] {
        func sorted(_ albums: [AssetCollection]) -> [AssetCollection] {
            // Albums with equal dates stay in the order of their titles. Albums without dates come last.
            func date(_ album: AssetCollection) -> Double? {
                let found = details[album.id]
                return switch order {
                case .own, .title: nil
                case .newest: found?.endDate.map { -$0.timeIntervalSinceReferenceDate } ?? .infinity
                case .oldest: found?.startDate?.timeIntervalSinceReferenceDate ?? .infinity
                }
            }
            guard order == .newest || order == .oldest else { return albums }
            return albums.enumerated().sorted {
                (date($0.element) ?? 0, $0.offset) < (date($1.element) ?? 0, $1.offset)
            }.map(\.element)
        }
        let isOwn = order == .own
        let folders = isOwn ? collections.folders(in: parent) : collections.folders.filter { $0.parent == parent }
        let albums = isOwn ? collections.albums(in: parent) : collections.allAlbums.filter { $0.parent == parent }
        let folderEntries = folders.map { folder in
            AlbumsPageEntry(
                item: .folder(folder.id), title: LibraryCollections.title(folder.title), count: folder.count ?? 0,
                covers: Array(
                    collections.albums(within: folder.id).lazy.compactMap { details[$0.id]?.cover }.prefix(mostCovers)))
        }
        let albumEntries = sorted(albums).map { album in
            AlbumsPageEntry(
                item: .album(album.id), title: LibraryCollections.title(album.title), count: album.count ?? 0,
                covers: details[album.id]?.cover.map { [$0] } ?? [])
        }
        return folderEntries + albumEntries
    }
}

extension LibraryCollections {
    /// Returns the albums in a folder and in its subfolders.
    func albums(within folder: FolderID, depth: Int = 0) -> [AssetCollection] {
        // The broker prevents cycles, but a list that was read while the library changed can contain a cycle.
        guard depth < 16 else { return [] }
        return allAlbums.filter { $0.parent == folder }
            + folders.filter { $0.parent == folder }.flatMap { albums(within: $0.id, depth: depth + 1) }
    }
}
