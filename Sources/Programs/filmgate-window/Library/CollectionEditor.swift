import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// Creates, renames and deletes albums and folders, for the menus, keys and buttons of the window.
final class CollectionEditor {
    let editor: LibraryEditor
    private let window: Window
    /// The albums and folders of the library.
    var collections = LibraryCollections()

    init(_ editor: LibraryEditor, over window: Window) {
        self.editor = editor
        self.window = window
    }

    func createAlbum(in folder: FolderID? = nil) {
        Dialog.ask(localized("New Album"), for: localized("Title"), action: localized("C_reate"), over: window) {
            [weak self] title in
            var request = ChangeRequest()
            request.createAlbum(title: title, in: folder)
            self?.editor.perform([request], saying: localized("Created the album “{album}”", ["album": title]))
        }
    }

    func createSmartAlbum(in folder: FolderID? = nil) { SmartAlbumDialog.open(nil, in: folder, editor, over: window) }

    func hasRule(_ item: SidebarItem) -> Bool { collections.rule(of: item) != nil }

    /// Opens the dialog that edits the rule of a smart album.
    func editRule(of item: SidebarItem) {
        if let album = collections.rule(of: item) { SmartAlbumDialog.open(album, in: nil, editor, over: window) }
    }

    func createFolder(in folder: FolderID? = nil) {
        Dialog.ask(localized("New Folder"), for: localized("Title"), action: localized("C_reate"), over: window) {
            [weak self] title in
            var request = ChangeRequest()
            request.createFolder(title: title, in: folder)
            self?.editor.perform([request], saying: localized("Created the folder “{folder}”", ["folder": title]))
        }
    }

    /// Asks for a new title of an album or a folder, and renames it.
    func rename(_ item: SidebarItem, titled old: String) {
        let collection: any CollectionReference
        switch item {
        case .album(let album): collection = album
        case .folder(let folder): collection = folder
        case .photos, .albums, .smartAlbum, .inbox, .hidden, .trash, .apps: return
        }
        Dialog.ask(
            localized("Rename"), for: localized("Title"), text: old, action: localized("_Rename"), over: window
        ) { [weak self] title in
            guard title != old else { return }
            var request = ChangeRequest()
            request.rename(collection, to: title)
            self?.editor.perform([request], saying: localized("Renamed to “{title}”", ["title": title]))
        }
    }

    /// Deletes an album or a folder. The person can undo the deletion.
    func delete(_ item: SidebarItem, titled title: String) {
        var request = ChangeRequest()
        switch item {
        case .folder(let folder):
            request.deleteFolders([folder])
            editor.perform(
                [request], saying: localized("Deleted the folder “{folder}”. Its albums stay.", ["folder": title]))
        case .album(let album):
            request.deleteAlbums([album])
            editor.perform(
                [request],
                saying: localized("Deleted the album “{album}”. Its photos stay in the library.", ["album": title]))
        case .photos, .albums, .smartAlbum, .inbox, .hidden, .trash, .apps: break
        }
    }
}
