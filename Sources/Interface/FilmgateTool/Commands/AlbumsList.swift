import Filmgate
import FilmgateLibraryTools
import FilmgateText

private enum ListOption {
    static let type = Option(
        "type", value: .one("TYPE"), completion: .words(["album", "smart", "moment", "folder"]),
        "Show only this type: album, smart, moment or folder. Without it, moments are not shown")
}

private let folder = CommandOperand(
    "FOLDER", count: .optional, completion: .names(.folders), "List only this folder; '' lists what is in no folder")

extension Command {
    static let listAlbums = Command(
        "albums", "list", summary: "List albums, smart albums and folders",
        details: [
            TranslatableText(
                "You can name an album by its title, by 'Folder/Title' if several have the same title, or by its identifier. Smart albums have these names: {names}.",
                ["names": SmartAlbumSubtype.allCases.map(\.rawValue).joined(separator: ", ")]) + Nameable.rule,
            "Counts are without hidden photos and those in the trash. Dates are in local time. The title of a moment is its days, in the time zone where its photos were taken.",
        ],
        operands: [folder], options: [ListOption.type, .noHeader, .ids],
        examples: [
            Example("albums list", "All albums and folders, without moments."),
            Example("albums list --type moment", "Which photos were taken together?"),
            Example("albums list Travel", "The albums in the folder 'Travel'."),
            Example("albums list ''", "The albums and folders at the top."),
        ]
    ) { invocation in
        let wanted = try invocation.value(ListOption.type, expected: localized("album, smart, moment or folder")) {
            TypeFilter(rawValue: $0)
        }
        return try await list(wanted, invocation)
    }

    static let listFolders = Command(
        "folders", "list", summary: "List folders",
        details: ["'filmgatectl albums list FOLDER' lists the albums in a folder."],
        operands: [folder], options: [.noHeader, .ids],
        examples: [Example("folders list", "All folders.")]
    ) { try await list(.folder, $0) }

    private static func list(_ wanted: TypeFilter?, _ invocation: Invocation) async throws -> ExitCode {
        let library = try await invocation.library()
        let tree = try await library.collectionTree(wanted?.types ?? [.album, .smartAlbum], counting: true)
        var nodes = tree.nodes.filter { wanted?.contains($0) ?? true }
        if let name = invocation.operands.first, name.isEmpty {
            nodes = nodes.filter { $0.parent == nil }
        } else if let name = invocation.operands.first {
            let folder = try tree.node(named: name, .folder)
            nodes = nodes.filter { $0.path.count > folder.path.count && $0.path.starts(with: folder.path) }
        }
        if invocation.has(.ids) {
            try invocation.output.write(nodes.map { "\($0.id)\n" }.joined())
        } else if invocation.writesJSON {
            try invocation.write(json: nodes.map(CollectionRecord.init))
        } else {
            try writeTable(of: nodes, invocation)
        }
        if nodes.isEmpty {
            invocation.note(
                invocation.operands.isEmpty ? localized("There are none.") : localized("The folder is empty."))
        }
        return .success
    }

    /// The value of `--type`.
    private enum TypeFilter: String {
        case album, smart, moment, folder

        var types: [AssetCollectionType] {
            switch self {
            case .album: [.album]
            case .smart: [.smartAlbum]
            case .moment: [.moment]
            case .folder: []
            }
        }

        func contains(_ node: CollectionTree.Node) -> Bool { (self == .folder) == node.isFolder }
    }

    private static func writeTable(of nodes: [CollectionTree.Node], _ invocation: Invocation) throws(CommandFailure) {
        // Narrow terminals have no room for dates.
        let showsDates = (invocation.output.columns ?? .max) >= 100 && nodes.contains { $0.datesText != nil }
        var columns = [
            Table.Column("ID", isIdentifier: true), Table.Column(localized("TYPE")),
            Table.Column(localized("COUNT"), numeric: true),
        ]
        if showsDates { columns.append(Table.Column(localized("DATES"))) }
        columns.append(Table.Column(localized("TITLE"), shrinks: true))
        let showsRules = nodes.contains { $0.rule != nil }
        if showsRules { columns.append(Table.Column(localized("RULE"), shrinks: true)) }
        try invocation.writeTable(
            columns,
            nodes.map { node in
                var cells = [node.id.description, node.typeText, node.count.map(Text.number) ?? ""]
                if showsDates { cells.append(node.datesText ?? "") }
                return cells + [node.name] + (showsRules ? [Text.printable(node.rule ?? "")] : [])
            })
    }
}

extension CollectionTree.Node {
    var typeText: String {
        switch kind {
        case .collection(let collection): collection.type?.rawValue ?? ""
        case .folder: "folder"
        }
    }

    /// The subtype of an album; `custom` for a smart album that a person created; nil for a folder.
    var subtype: String? {
        guard case .collection(let collection) = kind else { return nil }
        return collection.isCustomSmartAlbum ? "custom" : word
    }

    /// The first and the last day, in local time: `2024-05-01 – 2024-05-14`. Nil for moments, whose titles are dates.
    var datesText: String? {
        guard case .collection(let collection) = kind, collection.type != .moment,
            let first = collection.startDate.map(TimeText.day),
            let last = collection.endDate.map(TimeText.day)
        else { return nil }
        return first == last ? first : "\(first) – \(last)"
    }
}

/// An album or a folder as JSON, with the property names of the D-Bus contract and its path of titles.
struct CollectionRecord: Encodable {
    private let node: CollectionTree.Node

    init(_ node: CollectionTree.Node) { self.node = node }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        try container.encode(node.id.description, forKey: "id")
        try container.encode(node.path.last ?? "", forKey: "title")
        try container.encode(node.path, forKey: "path")
        try container.encode(node.typeText, forKey: "type")
        try container.encodeIfPresent(node.subtype, forKey: "subtype")
        try container.encodeIfPresent(node.rule, forKey: "where")
        try container.encodeIfPresent(node.count, forKey: "count")
        try container.encodeIfPresent(node.parent?.description, forKey: "parent")
        if case .collection(let collection) = node.kind {
            try container.encodeIfPresent(collection.startDate.map { Timestamp($0).isoText }, forKey: "start-date")
            try container.encodeIfPresent(collection.endDate.map { Timestamp($0).isoText }, forKey: "end-date")
        }
    }
}
