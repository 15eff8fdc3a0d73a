import Filmgate
import FilmgateModel
import FilmgateText

/// A part of the library that the sidebar lists.
enum SidebarItem: Hashable {
    case photos, albums
    case smartAlbum(SmartAlbumSubtype)
    case album(AlbumID)
    case folder(FolderID)
    case inbox, hidden, trash, apps

    /// The fetch request for the item's assets; nil if the item's page does not list assets.
    var request: FetchRequest<Asset>? {
        switch self {
        case .photos: .assets.newestFirst
        case .smartAlbum(let subtype): .assets(in: subtype)
        case .album(let album): .assets(in: album)
        case .hidden: .assets(in: .hidden)
        case .trash: .assets(in: .trash)
        case .albums, .folder, .inbox, .apps: nil
        }
    }

    /// The text that identifies an album or a folder while it is dragged; nil for other items.
    var dragText: String? {
        switch self {
        case .album(let id): "album \(id)"
        case .folder(let id): "folder \(id)"
        case .photos, .albums, .smartAlbum, .inbox, .hidden, .trash, .apps: nil
        }
    }

    init?(dragText: String) {
        let parts = dragText.split(separator: " ").map(String.init)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "album":
            guard let id = AlbumID(parts[1]) else { return nil }
            self = .album(id)
        case "folder":
            guard let id = FolderID(parts[1]) else { return nil }
            self = .folder(id)
        default: return nil
        }
    }

    var iconName: String {
        switch self {
        case .photos: "image-x-generic-symbolic"
        case .smartAlbum(.favorites): FavoriteIcon.name(isOn: true)
        case .smartAlbum(.videos): "video-x-generic-symbolic"
        case .smartAlbum(.recentlyAdded), .smartAlbum(.lastImport): "document-open-recent-symbolic"
        case .smartAlbum(.live): "media-record-symbolic"
        case .smartAlbum(.panoramas): "object-flip-horizontal-symbolic"
        case .smartAlbum(.screenshots): "video-display-symbolic"
        case .smartAlbum(.animated): "media-playlist-repeat-symbolic"
        case .smartAlbum(.raw): "camera-photo-symbolic"
        case .smartAlbum: "folder-saved-search-symbolic"
        case .albums, .album: "folder-pictures-symbolic"
        case .folder: "folder-symbolic"
        case .inbox: "mail-unread-symbolic"
        case .hidden: "view-conceal-symbolic"
        case .trash: "user-trash-symbolic"
        case .apps: "application-x-executable-symbolic"
        }
    }
}

extension SidebarItem {
    /// Whether the item's photos are sorted by the dates on which they were taken.
    var isByDate: Bool {
        switch self {
        case .photos, .hidden: true
        case .smartAlbum(let subtype): subtype != .recentlyAdded && subtype != .lastImport
        case .album, .albums, .folder, .inbox, .trash, .apps: false
        }
    }
}

/// The content of a row of the sidebar.
struct SidebarEntry: Hashable {
    let item: SidebarItem
    let title: String
    /// The level of indentation.
    var depth = 0
    /// The number of assets that the row shows; nil to show no number.
    var count: Int?
    /// Whether the item is a smart album that the person created.
    var hasRule = false

    var iconName: String { hasRule ? "folder-saved-search-symbolic" : item.iconName }

    /// The text for screen readers.
    var accessibleName: String {
        guard item == .inbox, let count else { return title }
        return counted("Inbox, {n} item", "Inbox, {n} items", count)
    }

    /// Returns the entries for Photos and Albums, followed by the entries of albums and folders.
    static func first(_ albums: [SidebarEntry]) -> [SidebarEntry] {
        let inside = albums.map { entry in
            var entry = entry
            entry.depth += 1
            return entry
        }
        return [
            SidebarEntry(item: .photos, title: localized("Photos")),
            SidebarEntry(item: .albums, title: localized("Albums")),
        ] + inside
    }

    /// Returns the entries of smart albums. Most smart albums are listed only if they contain photos.
    ///
    /// - Parameters:
    ///   - counts: the number of photos in each smart album.
    ///   - selected: the selected item, which is always listed.
    static func smart(_ counts: [AlbumID: Int], selected: SidebarItem) -> [SidebarEntry] {
        let subtypes: [SmartAlbumSubtype] = [
            .recentlyAdded, .lastImport, .favorites, .videos, .live, .panoramas, .screenshots, .animated, .raw,
        ]
        let always: Set<SmartAlbumSubtype> = [.recentlyAdded, .favorites]
        let titles = Dictionary(SmartAlbums.titles.map { ($0.id, $0.title) }) { first, _ in first }
        return subtypes.filter {
            always.contains($0) || counts[$0.id] ?? 0 > 0 || selected == .smartAlbum($0)
        }.map { subtype in
            SidebarEntry(item: .smartAlbum(subtype), title: titles[subtype.id] ?? localized("Last Import"))
        }
    }

    /// - Parameter waiting: the number of assets that wait in the inbox; nil if the inbox is not listed.
    static func last(waiting: Int?) -> [SidebarEntry] {
        (waiting.map { [SidebarEntry(item: .inbox, title: localized("Inbox"), count: $0)] } ?? []) + [
            SidebarEntry(item: .hidden, title: localized("Hidden")),
            SidebarEntry(item: .trash, title: localized("Trash")),
            SidebarEntry(item: .apps, title: localized("Apps")),
        ]
    }
}

/// The albums and folders of the library.
struct LibraryCollections {
    var albums: [AssetCollection] = []
    var folders: [Folder] = []
    /// The smart albums that the person created. A rule selects the photos of each smart album.
    var ruled: [AssetCollection] = []
    /// The number of photos in each smart album.
    var smartCounts: [AlbumID: Int] = [:]
    /// The positions of the albums and folders in their parent folders, by which the lists are sorted.
    var positions: [SidebarItem: Int] = [:]

    /// Reads the albums, the folders and the counts.
    static func read(from library: PhotoLibrary) async throws -> LibraryCollections {
        let albums = try await library.fetch(.albums.reading([.title, .count, .parent])).snapshot()
        let folders = try await library.fetch(.folders.reading([.title, .count, .parent])).snapshot()
        let smart = try await library.fetch(
            .smartAlbums.reading([.count, .title, .type, .subtype, .parent, .rule])
        ).snapshot()
        return LibraryCollections(
            albums: Array(albums), folders: Array(folders), ruled: smart.filter(\.isCustomSmartAlbum),
            smartCounts: Dictionary(smart.map { ($0.id, $0.count ?? 0) }) { first, _ in first },
            positions: try await positions(in: Array(folders), of: library))
    }

    /// Reads the order of the albums and folders at the top level and in each folder.
    private static func positions(
        in folders: [Folder], of library: PhotoLibrary
    ) async throws -> [SidebarItem: Int] {
        var items = try await library.fetch(.collectionsAtTop.reading([])).snapshot().map { SidebarItem.album($0.id) }
        items += try await library.fetch(.foldersAtTop.reading([])).snapshot().map { .folder($0.id) }
        for folder in folders where folder.count ?? 0 > 1 {
            do {
                let albums = try await library.fetch(.collections(in: folder.id).reading([])).snapshot()
                let inner = try await library.fetch(.folders(in: folder.id).reading([])).snapshot()
                items += albums.map { .album($0.id) } + inner.map { .folder($0.id) }
            } catch {
                // After the change that deletes a folder, the list is read again anyway.
                guard case .notFound = error else { throw error }
            }
        }
        return Dictionary(zip(items, 0...)) { first, _ in first }
    }

    /// The entries of folders and albums: each folder with its contents, and then the albums at the top level.
    var entries: [SidebarEntry] { entries(in: nil, depth: 0) }

    private func entries(in parent: FolderID?, depth: Int) -> [SidebarEntry] {
        // The broker prevents cycles, but a list that was read while the library changed can contain a cycle.
        guard depth < 16 else { return [] }
        var entries: [SidebarEntry] = []
        for folder in self.folders(in: parent) {
            entries.append(SidebarEntry(item: .folder(folder.id), title: Self.title(folder.title), depth: depth))
            entries += self.entries(in: folder.id, depth: depth + 1)
        }
        for album in albums(in: parent) {
            entries.append(
                SidebarEntry(
                    item: .album(album.id), title: Self.title(album.title), depth: depth, count: album.count,
                    hasRule: rule(of: .album(album.id)) != nil))
        }
        return entries
    }

    /// All albums, with and without rules, sorted by title.
    var allAlbums: [AssetCollection] {
        guard !ruled.isEmpty else { return albums }
        return (albums + ruled).enumerated().sorted { left, right in
            let title = (left.element.title ?? "").lowercased()
            let other = (right.element.title ?? "").lowercased()
            return title == other ? left.offset < right.offset : title < other
        }.map(\.element)
    }

    /// Returns the albums in a folder, or at the top level, in the order that the person has set.
    func albums(in parent: FolderID?) -> [AssetCollection] {
        sorted(allAlbums.filter { $0.parent == parent }) { .album($0.id) }
    }

    /// Returns the folders in a folder, or at the top level, in the order that the person has set.
    func folders(in parent: FolderID?) -> [Folder] {
        sorted(folders.filter { $0.parent == parent }) { .folder($0.id) }
    }

    private func sorted<Element>(_ elements: [Element], _ item: (Element) -> SidebarItem) -> [Element] {
        elements.enumerated().map { (positions[item($1)] ?? .max, $0, $1) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
            .map(\.2)
    }

    /// Returns all albums in an album's parent folder, or all folders in a folder's parent folder, in their order.
    func siblings(of item: SidebarItem) -> [SidebarItem] {
        switch item {
        case .album: albums(in: parent(of: item)).map { .album($0.id) }
        case .folder: folders(in: parent(of: item)).map { .folder($0.id) }
        case .photos, .albums, .smartAlbum, .inbox, .hidden, .trash, .apps: []
        }
    }

    /// Returns the smart album of an item; nil if the item is not a smart album that the person created.
    func rule(of item: SidebarItem) -> AssetCollection? {
        guard case .album(let id) = item else { return nil }
        return ruled.first { $0.id == id }
    }

    /// Returns the folder that contains an album or a folder; nil for the top level.
    func parent(of item: SidebarItem) -> FolderID? {
        switch item {
        case .album(let id): allAlbums.first { $0.id == id }?.parent
        case .folder(let id): folders.first { $0.id == id }?.parent
        case .photos, .albums, .smartAlbum, .inbox, .hidden, .trash, .apps: nil
        }
    }

    /// Returns the title of an album or a folder; nil if the list does not contain it.
    func title(of item: SidebarItem) -> String? {
        switch item {
        case .album(let id): allAlbums.first { $0.id == id }.map { Self.title($0.title) }
        case .folder(let id): folders.first { $0.id == id }.map { Self.title($0.title) }
        case .photos, .albums, .smartAlbum, .inbox, .hidden, .trash, .apps: nil
        }
    }

    /// Returns the item to show instead of an album or a folder that was deleted: its parent folder, or the photos.
    /// Returns nil if the item was not deleted.
    ///
    /// - Parameter before: the list before the deletion.
    func replacement(for item: SidebarItem, in before: LibraryCollections) -> SidebarItem? {
        guard before.title(of: item) != nil, title(of: item) == nil else { return nil }
        var place = item
        // Skips parent folders that were deleted, too. The limit is needed because the list can contain a cycle.
        for _ in 0..<16 {
            guard let folder = before.parent(of: place) else { break }
            place = .folder(folder)
            if title(of: place) != nil { return place }
        }
        return .photos
    }

    func reference(to item: SidebarItem) -> (any CollectionReference)? {
        switch item {
        case .album(let id): id
        case .folder(let id): id
        case .photos, .albums, .smartAlbum, .inbox, .hidden, .trash, .apps: nil
        }
    }

    static func title(_ text: String?) -> String { Text.singleLine(text) ?? localized("Album") }
}
