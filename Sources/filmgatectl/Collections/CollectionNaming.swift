internal import Filmgate
internal import FilmgateText

/// What a person may name in a place.
enum Nameable: Sendable {
    /// An album that they made.
    case album
    /// An album of any type.
    case anyAlbum
    case folder
    /// An album that they made, or a folder.
    case albumOrFolder
    /// An album of any type, or a folder.
    case any

    func allows(_ node: CollectionTree.Node) -> Bool {
        switch (self, node.kind) {
        case (.folder, .folder), (.albumOrFolder, .folder), (.anyAlbum, .collection), (.any, _): true
        case (.album, .collection(let collection)), (.albumOrFolder, .collection(let collection)):
            collection.type == .album
        case (.album, .folder), (.anyAlbum, .folder), (.folder, .collection): false
        }
    }

    /// How titles are found, for help.
    static let rule =
        "A title is found in letters of another case too, where none is written as it was given; where several albums "
        + "are called so, an error names them all, and nothing is done."

    var noun: String {
        switch self {
        case .album, .anyAlbum: "album"
        case .folder: "folder"
        case .albumOrFolder, .any: "album or folder"
        }
    }

    var plural: String {
        switch self {
        case .album, .anyAlbum, .folder: noun + "s"
        case .albumOrFolder, .any: "albums or folders"
        }
    }
}

extension CollectionTree {
    /// The one that a name means; where an album and a folder lie side by side under it, the album, for the folder is the one with
    /// the slash.
    ///
    /// - Throws: where there is none or there are several; then with what would tell them apart.
    func node(named name: String, _ wanted: Nameable) throws(Failure) -> Node {
        let found = nodes(named: name, where: wanted.allows)
        if found.count == 1 { return found[0] }
        let albums = found.filter { !$0.isFolder }
        if albums.count == 1, found.count == 2, found[0].path == found[1].path { return albums[0] }
        let quoted = "'\(Text.plain(name))'"
        guard found.isEmpty else {
            let places = found.map { "\($0.id) \(Text.plain($0.name))" }.joined(separator: ", ")
            throw Failure(
                .usage, "\(found.count) \(wanted.plural) are called \(quoted): \(places).",
                advice: adviceToName(found, wanted))
        }
        guard let other = nodes(named: name).first else {
            throw Failure(
                .noInput, "There is no \(wanted.noun) called \(quoted).",
                advice: "'filmgatectl albums list' shows what there is.")
        }
        if other.isFolder {
            throw Failure(
                .usage, "\(quoted) is a folder.", advice: "'filmgatectl albums list \(other.name)' lists what is in it."
            )
        }
        if other.isMade {
            throw Failure(
                .usage, "\(quoted) is an album, not a folder.",
                advice: "'filmgatectl assets list --album \(other.name)' lists what is in it.")
        }
        throw Failure(
            .usage, "\(quoted) is an album that the library makes up by itself.",
            advice: "'filmgatectl albums list' shows which \(wanted.plural) there are.")
    }

    /// How to say which of several is meant: by its folders where these tell it from the others.
    private func adviceToName(_ found: [Node], _ wanted: Nameable) -> String {
        let names = found.filter { nodes(named: $0.name, where: wanted.allows) == [$0] }.map { "'\($0.name)'" }
        return "Name the one that is meant by its identifier"
            + (names.isEmpty ? "." : ", or as \(names.joined(separator: " or ")).")
    }

    /// Whether an album that the library makes up by itself is called so.
    func makesUp(_ name: String) -> Bool { !nodes(named: name) { !$0.isMade }.isEmpty }

    func album(named name: String) throws(Failure) -> AlbumID {
        AlbumID(uuid: try node(named: name, .album).id.uuid)
    }

    func folder(named name: String) throws(Failure) -> FolderID {
        FolderID(uuid: try node(named: name, .folder).id.uuid)
    }
}

extension PhotoLibrary {
    /// What a name means; where no other is called so, the moment with this title, or why it is none of what is wanted.
    func node(named name: String, _ wanted: Nameable, counting: Bool = false) async throws -> CollectionTree.Node {
        let tree = try await collectionTree(counting: counting)
        guard tree.nodes(named: name).isEmpty else { return try tree.node(named: name, wanted) }
        let moments: [AssetCollection] =
            if let id = AlbumID(name.lowercased()) { try await all(.collections(withIdentifiers: [id])) } else {
                try await all(.moments.where("title = ?", name))
            }
        return try (moments.isEmpty ? tree : CollectionTree(moments, [])).node(named: name, wanted)
    }

    /// - Throws: where the library calls one of its own albums so.
    func checkFree(_ title: String) async throws {
        guard try await collectionTree([.smartAlbum]).makesUp(title) else { return }
        throw Failure(
            .usage, "'\(Text.plain(title))' is an album that the library makes up by itself.",
            advice: "Choose another title, or nobody could tell the two apart.")
    }
}

extension Invocation {
    /// The album of any type that a name means.
    func anyAlbum(named name: String, in library: PhotoLibrary) async throws -> AlbumID {
        if let id = AlbumID(name.lowercased()) { return id }
        return AlbumID(uuid: try await library.node(named: name, .anyAlbum).id.uuid)
    }
}
