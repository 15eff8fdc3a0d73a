import Filmgate
import FilmgateLibraryTools
import FilmgateText

private enum AlbumOption {
    static let folder = Option(
        "folder", value: .one("FOLDER"), completion: .names(.folders), "The folder for it")
    static let rule = Option(
        "rule", value: .one("CONDITION"),
        "Create a smart album: what matches this condition is in it, now and later")
    static let position = Option(
        "position", value: .one("NUMBER"), "The position in the album: 1 is the beginning (default: the end)")
}

private let album = CommandOperand("ALBUM", completion: .names(.albums), "Its title, 'Folder/Title' or identifier")
private let ownAlbum = CommandOperand(
    "ALBUM", completion: .names(.ownAlbums), "Its title, 'Folder/Title' or identifier")

extension Command {
    static let createAlbum = Command(
        "albums", "create", summary: "Create an album",
        details: [
            "Writes the identifier of the new album. It is empty unless you name photos. With '--rule', the album always has the photos that match the condition, and none can be added or removed."
        ],
        operands: [CommandOperand("TITLE", "Its title"), AssetChoice.operand],
        options: [AlbumOption.folder, AlbumOption.rule] + AssetChoice.options,
        examples: [
            Example("albums create Summer", "An empty album."),
            Example(
                "albums create Best --folder Travel --where 'rating >= 4'",
                "An album in a folder, with the best photos."),
            Example("albums create Best --rule 'rating >= 4'", "A smart album, which later ratings change."),
        ]
    ) { invocation in
        let title = try invocation.title(invocation.operands[0])
        let choice = try AssetChoice(invocation, operands: invocation.operands.dropFirst())
        guard choice.isEmpty || !invocation.has(AlbumOption.rule) else {
            throw invocation.usage(localized("The rule decides which photos are in a smart album. Name no photos."))
        }
        let rule = try invocation.rule(invocation.text(AlbumOption.rule))
        let library = try await invocation.library()
        let assets = choice.isEmpty ? [] : try await choice.assets(in: library)
        let name = invocation.text(AlbumOption.folder)
        let folder = if let name { try await library.collectionTree([]).folder(named: name) } else { nil as FolderID? }
        if folder == nil { try await library.checkFree(title) }
        invocation.warn(ofNamesakes: title, .ownAlbum, in: folder, try await library.collectionTree())
        var request = ChangeRequest()
        let placeholder = try await invocation.explaining(rule) {
            guard let rule else { return request.createAlbum(title: title, in: folder) }
            return try request.createSmartAlbum(title: title, in: folder, where: QueryCondition(rule))
        }
        // The code below adds the photos beyond the first batch.
        if rule == nil { request.add(Array(assets.prefix(AssetBatchChanger.most)), to: placeholder) }
        guard let id = try await library.perform(request)[placeholder] else {
            throw CommandFailure(.software, localized("The broker did not name the album that it created."))
        }
        let rest = AssetBatchChanger(of: Array(assets.dropFirst(AssetBatchChanger.most)))
        try await rest.perform(in: library, localized("Adding"), invocation) { part, request in
            request.add(part, to: id)
        }
        try invocation.write(created: id.description)
        return .success
    }

    static let setRuleOfAlbum = Command(
        "albums", "rule", summary: "Change which photos a smart album has",
        details: [
            "The album must have been created with '--rule'. What matches the new condition is in it from now on."
        ],
        operands: [
            CommandOperand("ALBUM", completion: .names(.ruledAlbums), "Its title, 'Folder/Title' or identifier"),
            CommandOperand("CONDITION", "Such as \"rating >= 4 and favorite\""),
        ],
        examples: [Example("albums rule Best 'rating = 5'", "Only the very best.")]
    ) { invocation in
        let library = try await invocation.library()
        let node = try await library.node(named: invocation.operands[0], .ruledAlbum)
        guard let rule = try invocation.rule(invocation.operands[1]) else { return .success }
        var request = ChangeRequest()
        try await invocation.explaining(rule) {
            try request.setRule(QueryCondition(rule), of: AlbumID(uuid: node.id.uuid))
        }
        try await library.perform(request)
        let album = try await library.node(named: node.id.description, .ruledAlbum, counting: true)
        let sentence = counted(
            "The album {album} has {n} photo or video now.", "The album {album} has {n} photos and videos now.",
            album.count ?? 0, ["album": node.quoted])
        return try invocation.writeResult(sentence, "count", album.count ?? 0)
    }

    static let renameAlbum = Command(
        "albums", "rename", summary: "Rename an album",
        details: [
            "Several albums can have the same title. Use their identifiers to tell them apart."
        ],
        operands: [ownAlbum, CommandOperand("TITLE", "Its title")],
        examples: [Example("albums rename Summer 'Summer 2024'", "Its photos stay in it.")]
    ) { invocation in
        let title = try invocation.title(invocation.operands[1])
        let library = try await invocation.library()
        let node = try await library.node(named: invocation.operands[0], .ownAlbum)
        if node.path.count == 1 { try await library.checkFree(title) }
        try await library.performChanges { $0.rename(AlbumID(uuid: node.id.uuid), to: title) }
        let names = ["album": node.quoted, "title": title]
        return try invocation.writeResult(localized("Renamed the album {album} to '{title}'.", names), "renamed", 1)
    }

    static let deleteAlbums = Command(
        "albums", "delete", summary: "Delete albums, but not the photos in them",
        details: [
            TranslatableText("Deletes all the albums, or none if one cannot be deleted. There is no trash for albums.")
                + Nameable.rule
        ],
        operands: [
            CommandOperand(
                "ALBUM", count: .atLeastOne, completion: .names(.ownAlbums), "Titles, 'Folder/Title' or identifiers")
        ],
        examples: [Example("albums delete Summer", "Its photos stay in the library.")]
    ) { invocation in
        let library = try await invocation.library()
        let tree = try await library.collectionTree()
        var nodes: [CollectionTree.Node] = []
        for name in invocation.operands {
            // The name may belong to a moment, which cannot be deleted.
            guard tree.nodes(named: name).isEmpty else {
                nodes.append(try tree.node(named: name, .ownAlbum))
                continue
            }
            nodes.append(try await library.node(named: name, .ownAlbum))
        }
        try await library.performChanges { $0.deleteAlbums(nodes.map { AlbumID(uuid: $0.id.uuid) }) }
        let albums = Set(nodes)
        let sentence =
            albums.count == 1
            ? localized("Deleted the album {album}. The photos stay in the library.", ["album": nodes[0].quoted])
            : counted(
                "Deleted {n} album. The photos stay in the library.",
                "Deleted {n} albums. The photos stay in the library.", albums.count)
        return try invocation.writeResult(sentence, "deleted", albums.count)
    }

    static let addToAlbum = Command(
        "albums", "add", summary: "Add photos and videos to an album",
        details: [
            "Adds them at the end, or from '--position' on. Photos that are already in the album keep their places."
        ],
        operands: [album, AssetChoice.operand], options: [AlbumOption.position] + AssetChoice.options,
        examples: [
            Example("albums add Summer ID ID", "Two photos, at the end."),
            Example("albums add Summer --where 'rating >= 4 and favorite'", "All photos that a condition finds."),
        ]
    ) { invocation in
        let position = try invocation.number(AlbumOption.position)
        let (library, album, assets) = try await members(invocation)
        let index = try position.map { position throws(CommandFailure) in
            try album.index(of: position, last: album.assets.count + 1)
        }
        let batches = AssetBatchChanger(of: assets, lastFirst: index != nil)
        try await batches.perform(in: library, localized("Adding"), invocation) { part, request in
            if let index { request.insert(part, into: album.id, at: index) } else { request.add(part, to: album.id) }
        }
        let (present, added) = album.count(of: assets)
        let name = ["album": album.name]
        let parts =
            [counted("Added {n} asset to the album {album}", "Added {n} assets to the album {album}", added, name)]
            + (present > 0 ? [counted("{n} was already in it", "{n} were already in it", present)] : [])
        return try invocation.writeResult(PhraseJoiner.clauses(parts), "added", added)
    }

    static let removeFromAlbum = Command(
        "albums", "remove",
        summary: "Remove photos and videos from an album, but not from the library",
        details: ["Skips photos that are not in the album."], operands: [album, AssetChoice.operand],
        options: AssetChoice.options, examples: [Example("albums remove Summer ID", "One photo.")]
    ) { invocation in
        let (library, album, assets) = try await members(invocation)
        try await AssetBatchChanger(of: assets).perform(in: library, localized("Removing"), invocation) {
            part, request in
            request.remove(part, from: album.id)
        }
        let (removed, absent) = album.count(of: assets)
        let name = ["album": album.name]
        let done = counted(
            "Removed {n} asset from the album {album}", "Removed {n} assets from the album {album}", removed, name)
        let rest = absent > 0 ? [counted("{n} was not in it", "{n} were not in it", absent)] : []
        return try invocation.writeResult(PhraseJoiner.clauses([done] + rest), "removed", removed)
    }

    static let moveInAlbum = Command(
        "albums", "move", summary: "Change the order of an album",
        details: [
            "Moves the photos, in the order in which you name them, to '--position'. Without it, moves them to the end."
        ],
        operands: [album, AssetNameResolver.operand],
        options: [AlbumOption.position],
        examples: [Example("albums move Summer ID --position 1", "To the beginning.")]
    ) { invocation in
        let position = try invocation.number(AlbumOption.position)
        let library = try await invocation.library()
        let assets = try await AssetNameResolver(library: library).assets(Array(invocation.operands.dropFirst()))
        let album = try await AlbumContents(of: invocation.operands[0], in: library)
        let members = Set(album.assets)
        if let stranger = assets.first(where: { !members.contains($0) }) {
            throw CommandFailure(
                .noInput, localized("{id} is not in the album {album}.", ["id": "\(stranger)", "album": album.name]),
                advice: localized("'filmgatectl assets list --album {name}' lists its photos.", ["name": "ALBUM"]))
        }
        let last = album.assets.count - assets.count + 1
        let index = try album.index(of: position ?? UInt32(last), last: last)
        try await library.performChanges { $0.move(assets, in: album.id, to: index) }
        let values = ["position": "\(index + 1)", "album": album.name]
        let sentence =
            index + 1 == last
            ? counted(
                "Moved {n} asset to the end of the album {album}.", "Moved {n} assets to the end of the album {album}.",
                assets.count, values)
            : counted(
                "Moved {n} asset to position {position} of the album {album}.",
                "Moved {n} assets to position {position} of the album {album}.", assets.count, values)
        return try invocation.writeResult(sentence, "moved", assets.count)
    }

    static let coverOfAlbum = Command(
        "albums", "cover", summary: "Choose the photo that stands for an album",
        details: ["Without a photo, the newest one stands for it again."],
        operands: [album, CommandOperand("ID", count: .any, "A photo of the album: its identifier or file name")],
        examples: [
            Example("albums cover Summer ID", "This photo."), Example("albums cover Summer", "The newest photo again."),
        ]
    ) { invocation in
        let names = Array(invocation.operands.dropFirst())
        guard names.count <= 1 else {
            throw invocation.usage(localized("An album has one cover."))
        }
        let library = try await invocation.library()
        let album = try await AlbumContents(of: invocation.operands[0], in: library)
        let cover = try await AssetNameResolver(library: library).assets(names).first
        try await library.performChanges { $0.setCover(cover, of: album.id) }
        let values = ["album": album.name]
        return try invocation.writeResult(
            cover == nil
                ? localized("The newest photo stands for the album {album} now.", values)
                : localized("The photo stands for the album {album} now.", values), "changed", 1)
    }

    private static func members(_ invocation: Invocation) async throws -> (PhotoLibrary, AlbumContents, [AssetID]) {
        let choice = try AssetChoice(invocation, operands: invocation.operands.dropFirst())
        let library = try await invocation.library()
        let album = try await AlbumContents(of: invocation.operands[0], in: library)
        return (library, album, try await choice.assets(in: library))
    }
}

extension Invocation {
    /// Returns the title. Throws if the title is empty or has a slash.
    func title(_ text: String) throws(CommandFailure) -> String {
        guard !text.allSatisfy(\.isWhitespace) else {
            throw usage(localized("A title cannot be empty."))
        }
        guard !text.contains("/") else {
            throw usage(localized("A title cannot have a slash. Slashes separate a folder from what is in it."))
        }
        return text
    }

    /// Returns the rule of a smart album. Throws if the rule is blank.
    func rule(_ text: String?) throws(CommandFailure) -> String? {
        guard let text, text.allSatisfy(\.isWhitespace) else { return text }
        throw usage(localized("A rule cannot be empty. 'true' means everything."))
    }

    /// Writes the identifier of a new album or folder.
    func write(created id: String) throws {
        try output.write(writesJSON ? JSON.text(of: ["id": id]) + "\n" : id + "\n")
    }
}
