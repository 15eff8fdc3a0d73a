import Filmgate
import FilmgateLibraryTools
import FilmgateText

private let parent = Option(
    "folder", value: .one("FOLDER"), completion: .names(.folders), "The folder for it")
private let folder = CommandOperand(
    "FOLDER", completion: .names(.folders), "Its title, 'Folder/Title' or identifier")
private let position = Option("position", value: .one("NUMBER"), "The place of the first of them, from 1")
private let children = CommandOperand(
    "NAME", count: .atLeastOne, completion: .names(.albumsAndFolders),
    "Albums and folders, by their titles or identifiers")

extension Command {
    static let createFolder = Command(
        "folders", "create", summary: "Create a folder for albums and folders",
        details: ["Writes the identifier of the new folder."],
        operands: [CommandOperand("TITLE", "Its title")],
        options: [parent],
        examples: [Example("folders create 2024 --folder Travel", "A folder in a folder.")]
    ) { invocation in
        let title = try invocation.title(invocation.operands[0])
        let library = try await invocation.library()
        let name = invocation.text(parent)
        let tree = try await library.collectionTree([])
        let above = if let name { try tree.folder(named: name) } else { nil as FolderID? }
        invocation.warn(ofNamesakes: title, .folder, in: above, tree)
        var request = ChangeRequest()
        let placeholder = request.createFolder(title: title, in: above)
        guard let id = try await library.perform(request)[placeholder] else {
            throw CommandFailure(.software, localized("The broker did not name the folder that it created."))
        }
        try invocation.write(created: id.description)
        return .success
    }

    static let renameFolder = Command(
        "folders", "rename", summary: "Rename a folder",
        details: ["Its albums and folders stay in it."],
        operands: [folder, CommandOperand("TITLE", "Its title")],
        examples: [Example("folders rename Travel Journeys", "Its albums stay in it.")]
    ) { invocation in
        let title = try invocation.title(invocation.operands[1])
        let library = try await invocation.library()
        let node = try await library.collectionTree([]).node(named: invocation.operands[0], .folder)
        try await library.performChanges { $0.rename(FolderID(uuid: node.id.uuid), to: title) }
        let names = ["folder": node.quoted, "title": title]
        return try invocation.writeResult(localized("Renamed the folder {folder} to '{title}'.", names), "renamed", 1)
    }

    static let deleteFolders = Command(
        "folders", "delete", summary: "Delete folders, but not the albums in them",
        details: [
            "Deletes all the folders, or none if one cannot be deleted. Their albums and folders move to the folder above, or to the top."
        ],
        operands: [
            CommandOperand(
                "FOLDER", count: .atLeastOne, completion: .names(.folders), "Titles, 'Folder/Title' or identifiers")
        ],
        examples: [Example("folders delete Travel", "Its albums move to the top.")]
    ) { invocation in
        let library = try await invocation.library()
        let tree = try await library.collectionTree([])
        let nodes = try invocation.operands.map { name throws(CommandFailure) in try tree.node(named: name, .folder) }
        try await library.performChanges { $0.deleteFolders(nodes.map { FolderID(uuid: $0.id.uuid) }) }
        let folders = Set(nodes)
        let sentence =
            folders.count == 1
            ? localized(
                "Deleted the folder {folder}. The albums and folders in it moved up.", ["folder": nodes[0].quoted])
            : counted(
                "Deleted {n} folder. The albums and folders in it moved up.",
                "Deleted {n} folders. The albums and folders in it moved up.", folders.count)
        return try invocation.writeResult(sentence, "deleted", folders.count)
    }

    static let addToFolder = Command(
        "folders", "add", summary: "Move albums and folders into a folder",
        details: [
            "An album or folder is in one folder at a time, so this removes it from its present one."
        ],
        operands: [folder, children],
        examples: [Example("folders add Travel Summer Winter", "Two albums.")]
    ) { invocation in
        let (library, folder, children) = try await named(invocation)
        try await library.performChanges { $0.add(children.map(\.reference), to: FolderID(uuid: folder.id.uuid)) }
        return try invocation.writeResult(
            localized(
                "Moved {what} to the folder {folder}.", ["what": phrase(for: children), "folder": folder.quoted]),
            "moved", children.count)
    }

    static let moveInFolder = Command(
        "folders", "move", summary: "Change the order of a folder",
        details: [
            "Moves albums and folders, in the order in which you name them, to '--position'; without it, to the beginning. Until somebody orders a folder, it is in the order of titles. '' as the folder orders what is in no folder."
        ],
        operands: [folder, children], options: [position],
        examples: [
            Example("folders move Travel Winter Summer", "Winter first, then Summer."),
            Example("folders move '' Travel", "Travel first, of what is in no folder."),
        ]
    ) { invocation in
        if invocation.operands[0].isEmpty { return try await moveAtTop(invocation) }
        let (library, folder, children) = try await named(invocation)
        let position = try invocation.number(position, 1...UInt32.max) ?? 1
        try await library.performChanges {
            $0.move(children.map(\.reference), in: FolderID(uuid: folder.id.uuid), to: Int(position) - 1)
        }
        return try invocation.writeResult(
            localized(
                "Moved {what} in the folder {folder}.", ["what": phrase(for: children), "folder": folder.quoted]),
            "moved", children.count)
    }

    /// Changes the order of the albums and folders that are in no folder.
    private static func moveAtTop(_ invocation: Invocation) async throws -> ExitCode {
        let library = try await invocation.library()
        let tree = try await library.collectionTree()
        let children = try invocation.operands.dropFirst().map { name throws(CommandFailure) in
            try tree.node(named: name, .albumOrFolder)
        }
        if let inner = children.first(where: { $0.parent != nil }) {
            throw CommandFailure(
                .noInput, localized("{name} is in a folder.", ["name": inner.quoted]),
                advice: localized("'filmgatectl albums list {name}' lists what it has.", ["name": "''"]))
        }
        let position = try invocation.number(position, 1...UInt32.max) ?? 1
        try await library.performChanges { $0.move(children.map(\.reference), in: nil, to: Int(position) - 1) }
        return try invocation.writeResult(
            localized("Moved {what} at the top.", ["what": phrase(for: children)]), "moved", children.count)
    }

    static let removeFromFolder = Command(
        "folders", "remove", summary: "Move albums and folders out of a folder to the top",
        details: ["What is in them stays in them."], operands: [folder, children],
        examples: [Example("folders remove Travel Summer", "Now it is at the top.")]
    ) { invocation in
        let (library, folder, children) = try await named(invocation)
        if let stranger = children.first(where: { $0.parent.map { ObjectID($0) } != folder.id }) {
            throw CommandFailure(
                .noInput,
                localized("{name} is not in the folder {folder}.", ["name": stranger.quoted, "folder": folder.quoted]),
                advice: localized("'filmgatectl albums list {name}' lists what it has.", ["name": folder.name]))
        }
        try await library.performChanges { $0.remove(children.map(\.reference), from: FolderID(uuid: folder.id.uuid)) }
        return try invocation.writeResult(
            localized("Moved {what} to the top.", ["what": phrase(for: children)]), "moved", children.count)
    }

    private static func named(
        _ invocation: Invocation
    ) async throws -> (PhotoLibrary, CollectionTree.Node, [CollectionTree.Node]) {
        let library = try await invocation.library()
        let tree = try await library.collectionTree()
        let folder = try tree.node(named: invocation.operands[0], .folder)
        let children = try invocation.operands.dropFirst().map { name throws(CommandFailure) in
            try tree.node(named: name, .albumOrFolder)
        }
        return (library, folder, children)
    }

    private static func phrase(for children: [CollectionTree.Node]) -> String {
        children.count == 1
            ? children[0].quoted : counted("{n} album or folder", "{n} albums and folders", children.count)
    }
}

extension CollectionTree.Node {
    fileprivate var reference: any CollectionReference {
        isFolder ? FolderID(uuid: id.uuid) : AlbumID(uuid: id.uuid)
    }
}
