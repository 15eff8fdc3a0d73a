import FilmgateGTK
import FilmgateModel

/// The context menu of albums and folders, and the keys for the focused album or folder. The sidebar and the albums
/// page each have one.
final class CollectionMenu {
    /// Returns the album or the folder that has the focus, and its title.
    var focused: () -> (item: SidebarItem, title: String)? = { nil }
    /// Returns whether the albums and folders are in the order that the person can change.
    var isInOwnOrder: () -> Bool = { true }
    /// Called with the album or the folder that the person opens.
    var onOpen: (SidebarItem) -> Void = { _ in }

    private let actions: ActionGroup
    private let menu: ContextMenu
    private let collections: CollectionEditor
    /// The item whose menu is open; nil if the menu is closed.
    private var chosen: (item: SidebarItem, title: String)?

    /// - Parameters:
    ///   - part: the widget over which the menu opens.
    ///   - keys: the widget in which the keys work.
    ///   - arrows: the names of the keys that, with Control and Shift, move the focused item in its folder.
    init(
        over part: Widget, keysIn keys: Widget, arrows: (back: String, forth: String), _ collections: CollectionEditor
    ) {
        self.collections = collections
        actions = ActionGroup("collection", on: part, keysIn: keys, beforeChildren: true)
        menu = ContextMenu(in: Builder("collections.ui"), "collection-menu", over: part)
        actions.add("open", self) { if let chosen = $0.chosen { $0.onOpen(chosen.item) } }
        actions.add("rename", self, isChange: true, keys: "F2") {
            if let target = $0.target { collections.rename(target.item, titled: target.title) }
        }
        actions.add("delete", self, isChange: true, keys: "Delete") {
            if let target = $0.target { collections.delete(target.item, titled: target.title) }
        }
        actions.add("new-album", self, isChange: true) { collections.createAlbum(in: $0.folder) }
        actions.add("new-smart-album", self, isChange: true) { collections.createSmartAlbum(in: $0.folder) }
        actions.add("edit-rule", self, isChange: true) {
            if let target = $0.target { collections.editRule(of: target.item) }
        }
        actions.add("new-folder", self, isChange: true) { collections.createFolder(in: $0.folder) }
        for (name, key, step) in [("move-earlier", arrows.back, .earlier), ("move-later", arrows.forth, .later)]
            as [(String, String, AlbumMove.Step)]
        {
            actions.add(name, self, isChange: true, keys: "<Control><Shift>\(key)") {
                if $0.isInOwnOrder(), let target = $0.target { collections.move(target.item, by: step) }
            }
        }
        menu.onClosed = { [weak self] in self?.chosen = nil }
    }

    private var target: (item: SidebarItem, title: String)? { chosen ?? focused() }

    private var folder: FolderID? { if case .folder(let id) = chosen?.item { id } else { nil } }

    /// - Returns: whether the item has a menu.
    func open(of item: SidebarItem, titled title: String, in row: Widget, atX x: Double, y: Double) -> Bool {
        guard item.dragText != nil else { return false }
        chosen = (item, title)
        for name in ["new-album", "new-smart-album", "new-folder"] { actions[name].isEnabled = folder != nil }
        actions["edit-rule"].isEnabled = collections.hasRule(item)
        menu.open(in: row, atX: x, y: y)
        return true
    }
}
