package import Filmgate
import FilmgateModel

/// An edit by a Filmgate app, which the import repeats after it has imported the original.
package struct ManifestContentEdit: Equatable, Sendable {
    /// The identifier of the asset in the manifest.
    package let identifier: String
    package let format: AdjustmentFormat
    package let renders: [(type: ResourceType, file: PhotoFile)]
    package let data: PhotoFile?

    package static func == (left: Self, right: Self) -> Bool {
        left.identifier == right.identifier && left.format == right.format && left.data == right.data
            && left.renders.elementsEqual(right.renders) { $0.type == $1.type && $0.file == $1.file }
    }
}

/// The folders and albums of a manifest. Parent folders come before their subfolders, and no folder contains itself.
package struct ManifestCollections: Equatable, Sendable {
    package struct Album: Equatable, Sendable {
        package let line: ManifestAlbum
        /// The identifiers of the assets, in the order of the album.
        package var assets: [String] = []
    }

    package private(set) var folders: [ManifestFolder] = []
    package private(set) var albums: [Album] = []

    init(_ lines: ManifestCollectionLines) {
        folders = ManifestCollections.sorted(lines.folders)
        let placed = Set(folders.map(\.id))
        albums = lines.albums.map { album in
            let line = album.line
            let parent = line.parent.flatMap { placed.contains($0) ? $0 : nil }
            return Album(
                line: ManifestAlbum(
                    id: line.id, title: line.title, parent: parent, cover: line.cover, rule: line.rule),
                assets: album.assets.map { lines.assets[$0] })
        }
    }

    /// Returns the folders with parents before their subfolders. Moves a folder to the top level if its parent does not
    /// exist, if the folder contains itself, or if it is nested too deeply.
    private static func sorted(_ folders: [ManifestFolder]) -> [ManifestFolder] {
        var levels: [String: Int] = [:]
        var sorted: [ManifestFolder] = []
        var rest = folders
        while !rest.isEmpty {
            let next = rest.filter {
                $0.parent.map { (levels[$0] ?? ContractLimits.folderLevels) < ContractLimits.folderLevels - 1 } ?? true
            }
            guard !next.isEmpty else { break }
            for folder in next { levels[folder.id] = folder.parent.flatMap { levels[$0] }.map { $0 + 1 } ?? 0 }
            sorted += next
            let done = Set(next.map(\.id))
            rest.removeAll { done.contains($0.id) }
        }
        return sorted
            + rest.map { ManifestFolder(id: $0.id, title: $0.title, parent: nil, children: $0.children) }
    }

    /// The paths of the albums that contain an asset, by the identifier of the asset.
    var paths: [String: [[String]]] {
        var folderPaths: [String: [String]] = [:]
        for folder in folders {
            folderPaths[folder.id] = (folder.parent.flatMap { folderPaths[$0] } ?? []) + [folder.title]
        }
        var paths: [String: [[String]]] = [:]
        for album in albums {
            let path = (album.line.parent.flatMap { folderPaths[$0] } ?? []) + [album.line.title]
            for asset in album.assets { paths[asset, default: []].append(path) }
        }
        return paths
    }
}
