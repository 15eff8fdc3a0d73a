import FilmgateGTK
import FilmgateModel

/// The menu of an album or a folder in the sidebar, and the keys for what is in it.
final class SidebarMenu {
    private let actions: ActionGroup
    private let menu: ContextMenu
    private let sidebar: Sidebar
    /// The line at which the menu was opened.
    private var entry: SidebarEntry?

    init(_ builder: Builder, _ sidebar: Sidebar, _ collections: CollectionEditor) {
        self.sidebar = sidebar
        // The rows are within the list, whose keys are for the line with the focus.
        let part = Widget(in: builder, "sidebar-part")
        actions = ActionGroup("collection", on: part, keysIn: sidebar.list, beforeChildren: true)
        menu = ContextMenu(in: builder, "collection-menu", over: part)
        actions.add("open", self) { if let entry = $0.entry { $0.sidebar.select(entry.item) } }
        actions.add("rename", self, keys: "F2") {
            if let target = $0.target { collections.rename(target.item, titled: target.title) }
        }
        actions.add("delete", self, keys: "Delete") {
            if let target = $0.target { collections.delete(target.item, titled: target.title) }
        }
        actions.add("new-album", self) { collections.createAlbum(in: $0.folder) }
        actions.add("new-folder", self) { collections.createFolder(in: $0.folder) }
        menu.onClosed = { [weak self] in self?.entry = nil }
        sidebar.onMenu = { [weak self] in self?.open(of: $0, in: $1, atX: $2, y: $3) ?? false }
    }

    /// The album or the folder at which the menu was opened, or else that with the focus.
    private var target: SidebarEntry? { entry ?? sidebar.focused }

    private var folder: FolderID? { if case .folder(let id) = entry?.item { id } else { nil } }

    private func open(of entry: SidebarEntry, in row: Widget, atX x: Double, y: Double) -> Bool {
        guard entry.item.dragText != nil else { return false }
        self.entry = entry
        for name in ["new-album", "new-folder"] { actions[name].isEnabled = folder != nil }
        menu.open(in: row, atX: x, y: y)
        return true
    }
}
