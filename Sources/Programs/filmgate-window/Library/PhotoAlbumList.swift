import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// The list of the albums that contain a photo, in the photo's details.
final class PhotoAlbumList {
    /// Called with the album that the person chooses.
    var onOpen: (AlbumID) -> Void = { _ in }

    private let list: ListBox
    private var albums: [AlbumID] = []

    init(_ list: ListBox) {
        self.list = list
        list.onActivated { [weak self] index in
            if let self, albums.indices.contains(index) { onOpen(albums[index]) }
        }
    }

    func show(_ albums: [AssetCollection]) {
        self.albums = albums.map(\.id)
        list.removeAll()
        for album in albums {
            let row = LinkRow(
                LibraryCollections.title(album.title), "", icon: .symbolic(SidebarItem.album(album.id).iconName))
            row.setTooltip(localized("Show in Album"))
            list.append(row)
        }
    }
}
