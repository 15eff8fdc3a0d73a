internal import Filmgate

/// Which folder on disk each album is written into: the album's own folders, by safe names.
///
/// An album and a folder that have one title in one place share one, as `import --folders` makes them of one. What is in no album
/// lies in none.
struct ExportPlan: Equatable {
    struct Place: Equatable {
        let album: AlbumID
        /// The names of folders, from the export's on.
        let path: [String]
    }

    /// In the order in which they are listed.
    let places: [Place]
    /// The folders of the library by the names of theirs on disk; where several share one, the first.
    let folders: [[String]: FolderID]

    /// - Parameter tree: the albums that somebody made and all their folders.
    init(_ tree: CollectionTree) {
        var names = Names()
        var places: [Place] = []
        var folders: [[String]: FolderID] = [:]
        let made = tree.nodes.filter(\.isMade)
        // A title that a folder on disk can have as it is keeps it, whatever else would be called so too.
        for depth in 1...max(1, made.map(\.path.count).max() ?? 1) {
            let level = made.filter { $0.path.count == depth }
            for node in level.filter(\.hasExactName) + level { _ = names.path(of: node.path) }
        }
        for node in made where node.isFolder {
            let path = names.path(of: node.path)
            folders[path] = folders[path] ?? FolderID(uuid: node.id.uuid)
        }
        // Those of equal titles in an order that stays, so that an export goes on where it was; an empty one, which is not
        // written, takes no name from another.
        let albums = made.filter { !$0.isFolder }.enumerated().sorted { left, right in
            guard left.element.path == right.element.path else { return left.offset < right.offset }
            let (isEmpty, otherIsEmpty) = (left.element.count == 0, right.element.count == 0)
            if isEmpty != otherIsEmpty { return otherIsEmpty }
            return left.element.id.description < right.element.id.description
        }
        for node in albums.map(\.element) {
            let parent = names.path(of: node.path.dropLast())
            let path = parent + [names.album(node.path.last ?? "", in: parent)]
            places.append(Place(album: AlbumID(uuid: node.id.uuid), path: path))
        }
        self.places = places
        self.folders = folders
    }

    /// The one folder of an album that nobody made.
    init(madeUp node: CollectionTree.Node) {
        let name = ExportName(node.path.last ?? "", otherwise: "Album").folderText(number: 1)
        places = [Place(album: AlbumID(uuid: node.id.uuid), path: [name])]
        folders = [:]
    }

    /// The names that folders take up in each folder, in small letters.
    var taken: [[String]: Set<String>] {
        var taken: [[String]: Set<String>] = [:]
        for place in places {
            for index in place.path.indices {
                taken[Array(place.path[..<index]), default: []].insert(place.path[index].lowercased())
            }
        }
        return taken
    }

    /// The names that are given out, each once in its folder, whatever the case.
    private struct Names {
        private var taken: Set<[String]> = []
        /// By the title, in its folder.
        private var names: [[String]: String] = [:]
        /// Those in which an album lies.
        private var albums: Set<[String]> = []

        /// Of folders with these titles in each other.
        mutating func path(of titles: some Sequence<String>) -> [String] {
            var path: [String] = []
            for title in titles { path.append(name(title, in: path)) }
            return path
        }

        /// The second album with a title gets a name of its own.
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
    /// Whether a folder on disk can have its title as it is.
    fileprivate var hasExactName: Bool {
        path.last.map { ExportName($0, otherwise: "Album").folderText(number: 1) == $0 } ?? false
    }
}

extension ExportName {
    /// A folder has no ending that a number must stand before.
    func folderText(number: Int) -> String {
        var text = stem + ending
        let suffix = number > 1 ? "-\(number)" : ""
        while text.utf8.count + suffix.utf8.count > 255 { text.removeLast() }
        return text + suffix
    }
}
