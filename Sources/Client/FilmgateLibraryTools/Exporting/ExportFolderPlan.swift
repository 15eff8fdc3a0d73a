package import Filmgate

/// The folders on disk for albums. The path of a folder consists of the titles in the album's path, as safe names.
///
/// An album and a folder with the same path share a folder on disk, from which `import --folders` creates both again.
package struct ExportFolderPlan: Equatable {
    package struct AlbumFolder: Equatable {
        package let album: AlbumID
        /// The names of the folders in the export.
        package let path: [String]
    }

    /// The albums with their folders, in the order of `albums list`.
    package let places: [AlbumFolder]
    /// The library's folders by path on disk. If several folders have the same path, contains the first of them.
    package let folders: [[String]: FolderID]

    /// - Parameters:
    ///   - tree: the library's albums and folders, of which only user-made ones are exported.
    ///   - reserved: the names in the top folder that no album or folder may get.
    package init(_ tree: CollectionTree, reserved: [String] = []) {
        var names = Names(reserved: [Manifest.name] + reserved)
        var places: [AlbumFolder] = []
        var folders: [[String]: FolderID] = [:]
        let made = tree.nodes.filter(\.isMade)
        // Nodes whose titles are safe names get their names first, so that these titles are used unchanged.
        for depth in 1...max(1, made.map(\.path.count).max() ?? 1) {
            let level = made.filter { $0.path.count == depth }
            for node in level.filter(\.hasExactName) + level { _ = names.path(of: node.path) }
        }
        for node in made where node.isFolder {
            let path = names.path(of: node.path)
            folders[path] = folders[path] ?? FolderID(uuid: node.id.uuid)
        }
        // Albums with the same path have a fixed order, so that a later export assigns the same names. Empty albums are
        // not written, and so they come last and take no names from others.
        let albums = made.filter { !$0.isFolder }.enumerated().sorted { left, right in
            guard left.element.path == right.element.path else { return left.offset < right.offset }
            let (isEmpty, otherIsEmpty) = (left.element.count == 0, right.element.count == 0)
            if isEmpty != otherIsEmpty { return otherIsEmpty }
            return left.element.id.description < right.element.id.description
        }
        for node in albums.map(\.element) {
            let parent = names.path(of: node.path.dropLast())
            let path = parent + [names.album(node.path.last ?? "", in: parent)]
            places.append(AlbumFolder(album: AlbumID(uuid: node.id.uuid), path: path))
        }
        self.places = places
        self.folders = folders
    }

    /// Creates the plan for a smart album or a moment, which has only one folder.
    init(automaticAlbum node: CollectionTree.Node) {
        let name = ExportName(node.path.last ?? "", otherwise: "Album").folderText(number: 1)
        places = [AlbumFolder(album: AlbumID(uuid: node.id.uuid), path: [name])]
        folders = [:]
    }

    /// For each folder, the lower-case names of the folders in it.
    var taken: [[String]: Set<String>] {
        var taken: [[String]: Set<String>] = [:]
        for place in places {
            for index in place.path.indices {
                taken[Array(place.path[..<index]), default: []].insert(place.path[index].lowercased())
            }
        }
        return taken
    }

    /// An assignment of folder names that are unique within their parent folder, ignoring case.
    private struct Names {
        private var taken: Set<[String]>
        /// The assigned names, by the path of the parent folder followed by the title.
        private var names: [[String]: String] = [:]
        /// The paths that are assigned to albums.
        private var albums: Set<[String]> = []

        /// - Parameter reserved: the names in the top folder that are already taken.
        init(reserved: [String]) { taken = Set(reserved.map { [$0.lowercased()] }) }

        /// Returns the path of nested folders with these titles.
        mutating func path(of titles: some Sequence<String>) -> [String] {
            var path: [String] = []
            for title in titles { path.append(name(title, in: path)) }
            return path
        }

        /// Returns the name of an album's folder. A second album with the same title gets a different name.
        mutating func album(_ title: String, in parent: [String]) -> String {
            let name = name(title, in: parent)
            if albums.insert(parent + [name]).inserted { return name }
            return free(title, in: parent)
        }

        private mutating func name(_ title: String, in parent: [String]) -> String {
            let key = parent + [title]
            if let name = names[key] { return name }
            let name = free(title, in: parent)
            names[key] = name
            return name
        }

        private mutating func free(_ title: String, in parent: [String]) -> String {
            let name = ExportName(title, otherwise: "Album")
            var number = 1
            while true {
                let text = name.folderText(number: number)
                if taken.insert((parent + [text]).map { $0.lowercased() }).inserted { return text }
                number += 1
            }
        }
    }
}

extension CollectionTree.Node {
    /// Whether the title can be used unchanged as a folder name.
    fileprivate var hasExactName: Bool {
        path.last.map { ExportName($0, otherwise: "Album").folderText(number: 1) == $0 } ?? false
    }
}

extension ExportName {
    /// Returns the name for a folder. A number above 1 is added at the end.
    func folderText(number: Int) -> String {
        var text = stem + ending
        let suffix = number > 1 ? "-\(number)" : ""
        while text.utf8.count + suffix.utf8.count > 255 { text.removeLast() }
        return text + suffix
    }
}
