internal import Filmgate

/// Which folder on disk each album is written into: the album's own folders, by safe names.
struct ExportPlan: Equatable {
    /// What is in no album.
    static let unsorted = "Not in an album"

    struct Place: Equatable {
        let album: AlbumID
        /// The names of folders, from the export's on.
        let path: [String]
    }

    /// In the order in which they are listed.
    let places: [Place]

    /// - Parameter tree: the albums that somebody made and all their folders.
    init(_ tree: CollectionTree) {
        var folders = Names()
        var places: [Place] = []
        // Those of equal titles in an order that stays, so that an export goes on where it was.
        let albums = tree.nodes.filter { !$0.isFolder }.enumerated().sorted { left, right in
            left.element.path == right.element.path
                ? left.element.id.description < right.element.id.description : left.offset < right.offset
        }
        for node in albums.map(\.element) {
            var path: [String] = []
            for title in node.path.dropLast() { path.append(folders.folder(title, in: path)) }
            path.append(folders.album(node, in: path))
            places.append(Place(album: AlbumID(uuid: node.id.uuid), path: path))
        }
        self.places = places
    }

    /// The names that are given out, each once in its folder, whatever the case.
    private struct Names {
        private var taken: Set<[String]> = [[unsorted.lowercased()]]
        private var folders: [[String]: String] = [:]

        /// The same for every album in it.
        mutating func folder(_ title: String, in parent: [String]) -> String {
            let key = parent + [title]
            if let name = folders[key] { return name }
            let name = free(title, in: parent, otherwise: "Folder")
            folders[key] = name
            return name
        }

        mutating func album(_ node: CollectionTree.Node, in parent: [String]) -> String {
            free(node.path.last ?? "", in: parent, otherwise: "Album")
        }

        private mutating func free(_ title: String, in parent: [String], otherwise: String) -> String {
            let name = ExportName(title, otherwise: otherwise)
            var number = 1
            while true {
                let text = name.folderText(number: number)
                if taken.insert((parent + [text]).map { $0.lowercased() }).inserted { return text }
                number += 1
            }
        }
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
