internal import Filmgate
internal import FilmgateText

/// What an argument can name.
enum Nameable: Sendable {
    /// An album that a person created.
    case album
    /// An album of any type.
    case anyAlbum
    case folder
    /// An album that a person created, or a folder.
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

    /// The rule for titles, for help.
    static let rule =
        "If no title matches exactly, upper and lower case are ignored. If several albums match, an error lists them, and nothing is "
        + "changed."

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
    /// Returns the one node that a name matches. If an album and a folder have the same path, returns the album; the folder's name has a
    /// slash at its end.
    ///
    /// - Throws: if no node or several nodes match.
    func node(named name: String, _ wanted: Nameable) throws(Failure) -> Node {
        let found = nodes(named: name, where: wanted.allows)
        if found.count == 1 { return found[0] }
        let albums = found.filter { !$0.isFolder }
        if albums.count == 1, found.count == 2, found[0].path == found[1].path { return albums[0] }
        let quoted = "'\(Text.printable(name))'"
        guard found.isEmpty else {
            let places = found.map { "\($0.id) \(Text.printable($0.name))" }.joined(separator: ", ")
            throw Failure(
                .usage, "\(found.count) \(wanted.plural) have the name \(quoted): \(places).",
                advice: adviceToName(found, wanted))
        }
        guard let other = nodes(named: name).first else {
            throw Failure(
                .noInput, "There is no \(wanted.noun) with the name \(quoted).",
                advice: "'filmgatectl albums list' lists the albums and folders.")
        }
        if other.isFolder {
            throw Failure(
                .usage, "\(quoted) is a folder.", advice: "'filmgatectl albums list \(other.name)' lists its albums."
            )
        }
        if other.isMade {
            throw Failure(
                .usage, "\(quoted) is an album, not a folder.",
                advice: "'filmgatectl assets list --album \(other.name)' lists its photos.")
        }
        throw Failure(
            .usage, "\(quoted) is an automatic album of the library.",
            advice: "'filmgatectl albums list' lists the \(wanted.plural).")
    }

    /// Advises to use an identifier, or the paths that match only one node.
    private func adviceToName(_ found: [Node], _ wanted: Nameable) -> String {
        let names = found.filter { nodes(named: $0.name, where: wanted.allows) == [$0] }.map { "'\($0.name)'" }
        return "Use the identifier of the one that you mean"
            + (names.isEmpty ? "." : ", or \(names.joined(separator: " or ")).")
    }

    /// Whether an automatic album of the library has this name.
    func hasAutomaticAlbum(_ name: String) -> Bool { !nodes(named: name) { !$0.isMade }.isEmpty }

    func folder(named name: String) throws(Failure) -> FolderID {
        FolderID(uuid: try node(named: name, .folder).id.uuid)
    }
}

extension PhotoLibrary {
    /// Returns the node that a name matches. If no album or folder matches, searches the moments.
    func node(named name: String, _ wanted: Nameable, counting: Bool = false) async throws -> CollectionTree.Node {
        let tree = try await collectionTree(counting: counting)
        guard tree.nodes(named: name).isEmpty else { return try tree.node(named: name, wanted) }
        let moments: [AssetCollection] =
            if let id = AlbumID(name.lowercased()) { try await all(.collections(withIdentifiers: [id])) } else {
                try await all(.moments.where("title = ?", name))
            }
        return try (moments.isEmpty ? tree : CollectionTree(moments, [])).node(named: name, wanted)
    }

    /// - Throws: if an automatic album of the library has this title.
    func checkFree(_ title: String) async throws {
        guard try await collectionTree([.smartAlbum]).hasAutomaticAlbum(title) else { return }
        throw Failure(
            .usage, "'\(Text.printable(title))' is an automatic album of the library.",
            advice: "Choose a different title.")
    }
}

extension Invocation {
    /// Returns the album of any type that a name matches.
    func anyAlbum(named name: String, in library: PhotoLibrary) async throws -> AlbumID {
        if let id = AlbumID(name.lowercased()) { return id }
        return AlbumID(uuid: try await library.node(named: name, .anyAlbum).id.uuid)
    }
}

extension Invocation {
    /// Warns if the folder, or the top, already has an album or folder with the title of a new one.
    func warn(ofNamesakes title: String, _ kind: Nameable, in folder: FolderID?, _ tree: CollectionTree) {
        let same = tree.nodes.filter { kind.allows($0) && $0.path.last == title && $0.parent == folder }
        guard !same.isEmpty else { return }
        let (others, noun) = (same.map(\.id.description).joined(separator: ", "), kind.noun)
        note(
            "There is already \(noun == "album" ? "an" : "a") \(noun) '\(Text.printable(title))' in this folder (\(others)). This "
                + "creates a second one; use their identifiers to tell them apart. 'filmgatectl \(noun)s add' adds to the "
                + "existing one.")
    }
}
