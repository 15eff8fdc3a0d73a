import Filmgate
import FilmgateLibraryTools
import FilmgateText

/// The kinds of objects that an argument can name.
enum Nameable: Sendable {
    /// An album that a person fills.
    case album
    /// An album that a person created, with or without a rule.
    case ownAlbum
    /// A smart album that a person created.
    case ruledAlbum
    /// An album of any type.
    case anyAlbum
    case folder
    /// An album that a person created, with or without a rule, or a folder.
    case albumOrFolder
    /// An album of any type, or a folder.
    case any

    func allows(_ node: CollectionTree.Node) -> Bool {
        switch (self, node.kind) {
        case (.folder, .folder), (.albumOrFolder, .folder), (.anyAlbum, .collection), (.any, _): true
        case (.album, .collection(let collection)): collection.type == .album
        case (.ownAlbum, .collection), (.albumOrFolder, .collection): node.isOwn
        case (.ruledAlbum, .collection(let collection)): collection.isCustomSmartAlbum
        case (.album, .folder), (.ownAlbum, .folder), (.ruledAlbum, .folder), (.anyAlbum, .folder),
            (.folder, .collection):
            false
        }
    }

    /// A note for the help about the case of letters and about ambiguous titles.
    static let rule = TranslatableText(
        "If no title matches exactly, upper and lower case are ignored. If several albums match, an error lists them, and nothing is changed."
    )

    /// - Parameter name: the name, in quotation marks.
    fileprivate func absence(of name: String) -> String {
        switch self {
        case .album, .ownAlbum, .ruledAlbum, .anyAlbum:
            localized("There is no album with the name {name}.", ["name": name])
        case .folder: localized("There is no folder with the name {name}.", ["name": name])
        case .albumOrFolder, .any: localized("There is no album or folder with the name {name}.", ["name": name])
        }
    }

    /// - Parameters:
    ///   - name: the name, in quotation marks.
    ///   - places: the objects with this name.
    fileprivate func ambiguity(of name: String, _ count: Int, _ places: String) -> String {
        let values = ["name": name, "places": places]
        return switch self {
        case .album, .ownAlbum, .ruledAlbum, .anyAlbum:
            counted(
                "{n} album has the name {name}: {places}.", "{n} albums have the name {name}: {places}.", count, values)
        case .folder:
            counted(
                "{n} folder has the name {name}: {places}.", "{n} folders have the name {name}: {places}.", count,
                values)
        case .albumOrFolder, .any:
            counted(
                "{n} album or folder has the name {name}: {places}.",
                "{n} albums or folders have the name {name}: {places}.", count, values)
        }
    }

    fileprivate var isFolder: Bool {
        if case .folder = self { true } else { false }
    }

    fileprivate var listing: String {
        switch self {
        case .album, .ownAlbum, .ruledAlbum, .anyAlbum: localized("'filmgatectl albums list' lists the albums.")
        case .folder: localized("'filmgatectl albums list' lists the folders.")
        case .albumOrFolder, .any: localized("'filmgatectl albums list' lists the albums or folders.")
        }
    }
}

extension CollectionTree {
    /// Returns the one album or folder that a name matches. If an album and a folder have the same path, returns
    /// the album. A slash at the end of the name selects the folder.
    ///
    /// - Throws: `CommandFailure` if none of the wanted kind matches, or several do.
    func node(named name: String, _ wanted: Nameable) throws(CommandFailure) -> Node {
        let found = nodes(named: name, where: wanted.allows)
        if found.count == 1 { return found[0] }
        let albums = found.filter { !$0.isFolder }
        if albums.count == 1, found.count == 2, found[0].path == found[1].path { return albums[0] }
        let quoted = "'\(Text.printable(name))'"
        guard found.isEmpty else {
            let places = found.map { "\($0.id) \(Text.printable($0.name))" }.joined(separator: ", ")
            throw CommandFailure(
                .usage, wanted.ambiguity(of: quoted, found.count, places), advice: adviceToName(found, wanted))
        }
        guard let other = nodes(named: name).first else {
            throw CommandFailure(
                .noInput, wanted.absence(of: quoted),
                advice: localized("'filmgatectl albums list' lists the albums and folders."))
        }
        let (name, path) = (["name": quoted], ["name": other.name])
        if other.isFolder {
            throw CommandFailure(
                .usage, localized("{name} is a folder.", name),
                advice: localized("'filmgatectl albums list {name}' lists its albums.", path))
        }
        if case .collection(let collection) = other.kind, other.isOwn, wanted != .folder {
            throw collection.isCustomSmartAlbum
                ? CommandFailure(
                    .usage, localized("{name} is a smart album: its rule decides which photos are in it.", name),
                    advice: localized("'filmgatectl albums rule {name} CONDITION' changes the rule.", path))
                : CommandFailure(
                    .usage, localized("{name} is not a smart album, so it has no rule.", name),
                    advice: localized("'filmgatectl albums create TITLE --rule CONDITION' creates one."))
        }
        if other.isOwn {
            throw CommandFailure(
                .usage, localized("{name} is an album, not a folder.", name),
                advice: localized("'filmgatectl assets list --album {name}' lists its photos.", path))
        }
        throw CommandFailure(
            .usage, localized("{name} is an automatic album of the library.", name), advice: wanted.listing)
    }

    /// Returns the advice to use an identifier, or a path that matches only one node.
    private func adviceToName(_ found: [Node], _ wanted: Nameable) -> String {
        let names = found.filter { nodes(named: $0.name, where: wanted.allows) == [$0] }.map { "'\($0.name)'" }
        guard !names.isEmpty else { return localized("Use the identifier of the one that you mean.") }
        let values = ["names": PhraseJoiner.alternatives(names)]
        return localized("Use the identifier of the one that you mean, or {names}.", values)
    }

    func hasAutomaticAlbum(_ name: String) -> Bool { !nodes(named: name) { !$0.isOwn }.isEmpty }

    func folder(named name: String) throws(CommandFailure) -> FolderID {
        FolderID(uuid: try node(named: name, .folder).id.uuid)
    }
}

extension PhotoLibrary {
    /// Returns the album or folder that a name matches. If none matches, searches the moments.
    func node(named name: String, _ wanted: Nameable, counting: Bool = false) async throws -> CollectionTree.Node {
        let tree = try await collectionTree(counting: counting)
        guard tree.nodes(named: name).isEmpty else { return try tree.node(named: name, wanted) }
        let moments: [AssetCollection] =
            if let id = AlbumID(name.lowercased()) { try await all(.collections(withIdentifiers: [id])) } else {
                try await all(.moments.where("title = ?", name))
            }
        return try (moments.isEmpty ? tree : CollectionTree(moments, [])).node(named: name, wanted)
    }

    /// - Throws: `CommandFailure` if an automatic album of the library has this title.
    func checkFree(_ title: String) async throws {
        guard try await collectionTree([.smartAlbum]).hasAutomaticAlbum(title) else { return }
        throw CommandFailure(
            .usage, localized("{name} is an automatic album of the library.", ["name": "'\(Text.printable(title))'"]),
            advice: localized("Choose a different title."))
    }
}

extension Invocation {
    /// Returns the identifier of the album, of any type, that a name matches.
    func anyAlbum(named name: String, in library: PhotoLibrary) async throws -> AlbumID {
        if let id = AlbumID(name.lowercased()) { return id }
        return AlbumID(uuid: try await library.node(named: name, .anyAlbum).id.uuid)
    }

    /// Warns if the folder, or the top level, already has an album or folder with this title.
    func warn(ofNamesakes title: String, _ kind: Nameable, in folder: FolderID?, _ tree: CollectionTree) {
        let same = tree.nodes.filter { kind.allows($0) && $0.path.last == title && $0.parent == folder }
        guard !same.isEmpty else { return }
        let values = ["title": Text.printable(title), "others": same.map(\.id.description).joined(separator: ", ")]
        note(
            kind.isFolder
                ? localized(
                    "There is already a folder '{title}' in this folder ({others}). This creates a second one; use their identifiers to tell them apart. 'filmgatectl folders add' adds to the existing one.",
                    values)
                : localized(
                    "There is already an album '{title}' in this folder ({others}). This creates a second one; use their identifiers to tell them apart. 'filmgatectl albums add' adds to the existing one.",
                    values))
    }
}
