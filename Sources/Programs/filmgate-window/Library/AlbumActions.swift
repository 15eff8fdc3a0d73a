import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// The actions on a whole album or folder, and on the trash.
final class AlbumActions {
    private let editor: LibraryEditor
    private let window: Window
    private let collections: CollectionEditor
    private let actions: ActionGroup
    private let trashBar: Widget
    private var item: SidebarItem = .photos
    private var title = ""
    private var assets: [ListedAsset] = []

    init(
        _ builder: Builder, _ actions: ActionGroup, _ editor: LibraryEditor, _ collections: CollectionEditor,
        over window: Window
    ) {
        self.actions = actions
        self.editor = editor
        self.collections = collections
        self.window = window
        trashBar = Widget(in: builder, "trash-bar")
        actions.add("rename", self, isChange: true, keys: "F2") { collections.rename($0.item, titled: $0.title) }
        actions.add("edit-rule", self, isChange: true) { collections.editRule(of: $0.item) }
        actions.add("delete-collection", self, isChange: true) { collections.delete($0.item, titled: $0.title) }
        actions.add("empty-trash", self, isChange: true) { $0.purgeAll() }
    }

    func show(_ item: SidebarItem, titled title: String) {
        self.item = item
        self.title = title
        show([])
        let isChangeable =
            switch item {
            case .album, .folder: true
            case .photos, .albums, .smartAlbum, .inbox, .hidden, .trash, .apps: false
            }
        for name in ["rename", "delete-collection"] { actions[name].isEnabled = isChangeable }
        actions["edit-rule"].isEnabled = collections.hasRule(item)
        trashBar.isVisible = item == .trash
    }

    /// Sets the assets that the page lists.
    func show(_ assets: [ListedAsset]) {
        self.assets = assets
        actions["empty-trash"].isEnabled = !assets.isEmpty
    }

    private func purgeAll() {
        let assets = assets
        Dialog.confirm(
            localized("Delete {items} for good?", ["items": CountText.text(of: assets)]),
            localized("This cannot be undone."), action: localized("_Empty Trash"), over: window
        ) { [weak self] in
            let videos = Set(assets.lazy.filter(\.isVideo).map(\.id))
            self?.editor.purge(assets.map(\.id), counting: { CountText.text(of: $0, videos: videos) })
        }
    }
}
