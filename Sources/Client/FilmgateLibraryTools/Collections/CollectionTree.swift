package import Filmgate

/// The library's albums and folders, for finding them by title or path.
package struct CollectionTree: Sendable {
    /// An album or a folder.
    package struct Node: Sendable, Hashable {
        package enum Kind: Hashable, Sendable {
            case collection(AssetCollection)
            case folder(Folder)
        }

        package let kind: Kind
        /// The titles of the folders that contain this node, and the title of this node.
        package let path: [String]

        package var id: ObjectID {
            switch kind {
            case .collection(let collection): ObjectID(collection.id)
            case .folder(let folder): ObjectID(folder.id)
            }
        }

        /// Whether this is a folder or a user-made album.
        package var isMade: Bool {
            if case .collection(let collection) = kind { collection.type == .album } else { true }
        }

        /// Whether this is a folder, a user-made album, or a smart album that was created with a condition.
        package var isOwn: Bool {
            if case .collection(let collection) = kind { isMade || collection.isCustomSmartAlbum } else { true }
        }

        package var isFolder: Bool { if case .folder = kind { true } else { false } }

        package var count: Int? {
            switch kind {
            case .collection(let collection): collection.count
            case .folder(let folder): folder.count
            }
        }

        package var parent: FolderID? {
            switch kind {
            case .collection(let collection): collection.parent
            case .folder(let folder): folder.parent
            }
        }

        /// The path as a string, such as `Travel/Summer`. The name of a folder ends with a slash.
        package var name: String { joined + (isFolder ? "/" : "") }

        package var joined: String { path.joined(separator: "/") }

        /// The condition of a custom smart album; nil for other nodes.
        package var rule: String? { if case .collection(let collection) = kind { collection.rule } else { nil } }

        /// The type of a built-in smart album, such as `favorites`, which can be used as a name.
        package var word: String? {
            if case .collection(let collection) = kind { collection.smartAlbumSubtype?.rawValue } else { nil }
        }
    }

    /// The nodes with `isOwn`, sorted by path, folders before their contents; then the others in the library's order.
    package let nodes: [Node]

    package init(_ collections: [AssetCollection], _ folders: [Folder]) {
        let known = Dictionary(folders.map { ($0.id, $0) }) { first, _ in first }
        func path(_ title: String?, in parent: FolderID?) -> [String] {
            var path = [title ?? ""]
            var parent = parent
            // Limits the depth, because the parents can form a cycle if the library changes while it is read.
            while let folder = parent.flatMap({ known[$0] }), path.count < 64 {
                path.insert(folder.title ?? "", at: 0)
                parent = folder.parent
            }
            return path
        }
        let all =
            folders.map { Node(kind: .folder($0), path: path($0.title, in: $0.parent)) }
            + collections.map { Node(kind: .collection($0), path: path($0.title, in: $0.parent)) }
        let own = all.filter(\.isOwn).enumerated().sorted { left, right in
            left.element.sorts(before: right.element) ?? (left.offset < right.offset)
        }
        nodes = own.map(\.element) + all.filter { !$0.isOwn }
    }

    /// Returns the nodes that match a name. Tries in order: the identifier; the path, or the type of a smart album; the
    /// title; the path or title, ignoring case. A name that ends with a slash matches only folders.
    ///
    /// - Parameter isWanted: returns whether to include a node in the search.
    package func nodes(named name: String, where isWanted: (Node) -> Bool = { _ in true }) -> [Node] {
        if let id = ObjectID(name.lowercased()) { return nodes.filter { $0.id == id && isWanted($0) } }
        guard !(name.hasSuffix("/") && name.count > 1) else {
            return nodes(named: String(name.dropLast())) { $0.isFolder && isWanted($0) }
        }
        let folded = name.lowercased()
        let ways: [(Node) -> Bool] = [
            { $0.joined == name || $0.word == name },
            { $0.path.last == name },
            { $0.joined.lowercased() == folded || $0.path.last?.lowercased() == folded },
        ]
        for way in ways {
            let found = nodes.filter { isWanted($0) && way($0) }
            if !found.isEmpty { return found }
        }
        return []
    }
}

extension CollectionTree.Node {
    /// Returns whether this node sorts before another; nil if both have the same path and kind.
    fileprivate func sorts(before other: Self) -> Bool? {
        for (left, right) in zip(path, other.path) {
            let (folded, otherFolded) = (left.lowercased(), right.lowercased())
            if folded != otherFolded { return folded < otherFolded }
            if left != right { return left < right }
        }
        if path.count != other.path.count { return path.count < other.path.count }
        return isFolder == other.isFolder ? nil : isFolder
    }
}
