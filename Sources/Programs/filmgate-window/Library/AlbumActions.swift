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
            var (request, undo) = (ChangeRequest(), ChangeRequest())
            request.rename(collection, to: title)
            undo.rename(collection, to: old)
            self?.editor.perform([request], undo: [undo], saying: localized("Renamed to “{title}”", ["title": title]))
        }
    }

    private func remove() {
        if case .folder(let folder) = item {
            var request = ChangeRequest()
            request.deleteFolders([folder])
            editor.perform(
                [request], saying: localized("Deleted the folder “{folder}”. Its albums stay.", ["folder": title]))
        }
        guard case .album(let album) = item else { return }
        let (title, contents) = (title, AlbumContents())
        editor.perform(
            saying: localized("Deleted the album “{album}”. Its photos stay in the library.", ["album": title]),
            // A new album with the same contents, in the same order.
            undo: { library in try await ChangeRequest.create(title, holding: contents.assets, in: library) }
        ) { library in
            // Takes all assets of the album, because a search lists only some.
            for try await asset in try await library.fetch(.assets(in: album).includingHidden.reading([.id])) {
                contents.assets.append(asset.id)
            }
            try await library.performChanges { $0.deleteAlbums([album]) }
        }
    }

    /// The content of a deleted album.
    private final class AlbumContents {
        var assets: [AssetID] = []
    }

    private func purgeAll() {
        let assets = assets
        Dialog.confirm(
            counted("Delete {n} photo for good?", "Delete {n} photos for good?", assets.count),
            localized("This cannot be undone."), action: localized("_Empty Trash"), over: window
        ) { [weak self] in
            self?.editor.perform(
                ChangeRequest.batches(of: assets) { part, request in request.purgeAssets(part) },
                saying: counted("{n} photo deleted", "{n} photos deleted", assets.count))
        }
    }
}
