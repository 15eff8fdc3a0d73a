import Filmgate
import FilmgateModel
import FilmgateText

/// Moves albums and folders to different positions, and into different folders.
extension CollectionEditor {
    /// Moves an album or a folder by one position, among the albums or the folders with the same parent folder.
    func move(_ item: SidebarItem, by step: AlbumMove.Step) {
        let siblings = collections.siblings(of: item)
        if let index = AlbumMove.index(of: [item], after: step, in: siblings) { move(item, to: index, among: siblings) }
    }

    /// Moves a dropped album or folder into a folder or out of all folders, or to a different position in its folder.
    ///
    /// - Parameter isAtEdge: whether the item was dropped near the upper or the lower edge of the target's row.
    /// - Returns: whether the item can move there.
    func move(_ moved: SidebarItem, droppedOn target: SidebarItem, isAtEdge: Bool) -> Bool {
        guard moved != target, let child = collections.reference(to: moved) else { return false }
        let siblings = collections.siblings(of: moved)
        // An item that is dropped on the middle of a folder's row moves into the folder.
        let isInto = if case .folder = target { !isAtEdge } else { false }
        if !isInto, let position = siblings.firstIndex(of: target),
            let index = AlbumMove.index(of: [moved], droppedOn: position, in: siblings)
        {
            move(moved, to: index, among: siblings)
            return true
        }
        let before = collections.parent(of: moved)
        var after: FolderID?
        switch target {
        case .folder(let folder): after = folder
        // An item that is dropped on an album moves to the folder that contains the album.
        case .album: after = collections.parent(of: target)
        case .albums: break
        case .photos, .smartAlbum, .inbox, .hidden, .trash, .apps: return false
        }
        guard after != before else { return false }
        var request = ChangeRequest()
        if let after { request.add([child], to: after) } else if let before { request.remove([child], from: before) }
        editor.perform([request], saying: localized("Moved"))
        return true
    }

    /// - Parameter index: the index among the other siblings.
    private func move(_ moved: SidebarItem, to index: Int, among siblings: [SidebarItem]) {
        var order = siblings.filter { $0 != moved }
        order.insert(moved, at: index)
        // The library has a single order for folders and albums. The sidebar lists folders first, so all items move.
        let parent = collections.parent(of: moved)
        var folders = collections.folders(in: parent).map { SidebarItem.folder($0.id) }
        var albums = collections.albums(in: parent).map { SidebarItem.album($0.id) }
        if case .folder = moved { folders = order } else { albums = order }
        var request = ChangeRequest()
        request.move((folders + albums).compactMap(collections.reference(to:)), in: parent, to: 0)
        editor.perform([request], saying: localized("Moved"))
    }
}
