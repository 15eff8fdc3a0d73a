import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// The actions on a whole album, or on the trash.
final class AlbumActions {
    private let editor: LibraryEditor
    private let window: Window
    private let actions: ActionGroup
    private let emptyTrash: Widget
    private var item: SidebarItem = .photos
    private var title = ""
    private var assets: [AssetID] = []

    init(_ builder: Builder, _ actions: ActionGroup, _ editor: LibraryEditor, over window: Window) {
        self.actions = actions
        self.editor = editor
        self.window = window
        emptyTrash = Widget(in: builder, "empty-trash")
        actions.add("rename", self) { $0.rename() }
        actions.add("delete-collection", self) { $0.remove() }
        actions.add("empty-trash", self) { $0.purgeAll() }
    }

    func show(_ item: SidebarItem, titled title: String) {
        self.item = item
        self.title = title
        show([])
        let isChangeable =
            switch item {
            case .album, .folder: true
            case .photos, .smartAlbum, .inbox, .hidden, .trash, .apps: false
            }
        for name in ["rename", "delete-collection"] { actions[name].isEnabled = isChangeable }
        emptyTrash.isVisible = item == .trash
    }

    /// Sets the listed assets.
    func show(_ assets: [AssetID]) {
        self.assets = assets
        actions["empty-trash"].isEnabled = !assets.isEmpty
    }

    private func rename() {
        let collection: any CollectionReference
        switch item {
        case .album(let album): collection = album
        case .folder(let folder): collection = folder
        case .photos, .smartAlbum, .inbox, .hidden, .trash, .apps: return
        }
        let old = title
        Dialog.ask(
            localized("Rename"), for: localized("Title"), text: title, action: localized("_Rename"),
            over: window
        ) { [weak self] title in
            guard title != old else { return }
            var request = ChangeRequest()
            request.rename(collection, to: title)
            self?.editor.perform([request], saying: localized("Renamed to “{title}”", ["title": title]))
        }
    }

    private func remove() {
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
        case .photos, .smartAlbum, .inbox, .hidden, .trash, .apps: break
        }
    }

    private func purgeAll() {
        let assets = assets
        Dialog.confirm(
            counted("Delete {n} photo for good?", "Delete {n} photos for good?", assets.count),
            localized("This cannot be undone."), action: localized("_Empty Trash"), over: window
        ) { [weak self] in
            self?.editor.purge(assets)
        }
    }
}
