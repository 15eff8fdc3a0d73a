import Filmgate
import FilmgateLibraryTools
import FilmgateText

private let allOption = Option("all", "All assets in the trash")

extension Command {
    static let listTrash = Command(
        "trash", "list", summary: "List the trash, newest first",
        details: ["Assets in the trash are deleted permanently after 30 days."],
        options: [.limit, .noHeader, .ids],
        examples: [Example("trash list", "What can be restored?")]
    ) { invocation in
        let request = FetchRequest.assets(in: .trash).includingHidden.limit(try invocation.limit())
        let columns = AssetColumn.usual(.trashedDate, width: invocation.output.columns)
        let result = try await invocation.library().fetch(invocation.writesJSON ? request : request.reading(columns))
        try await AssetLister(result).write(columns, as: invocation)
        if result.count == 0 { invocation.note(localized("The trash is empty.")) }
        return .success
    }

    static let restoreTrash = Command(
        "trash", "restore", summary: "Restore assets from the trash",
        details: [
            "Restores all the assets, or none if one cannot be restored. They are in their albums again."
        ],
        operands: [
            CommandOperand(
                "ID", count: .any,
                "Identifiers from 'trash list', the beginning of one, or a file name; none with --all or --where")
        ],
        options: [allOption, AssetChoice.condition],
        examples: [
            Example("trash restore ID", "Restore one photo."), Example("trash restore --all", "Restore everything."),
        ]
    ) { invocation in
        let (library, assets) = try await trashed(invocation)
        try await AssetBatchChanger(of: assets).perform(in: library, localized("Restoring"), invocation) {
            part, request in
            request.restoreAssets(part)
        }
        return try invocation.writeResult(
            counted("Restored {n} asset.", "Restored {n} assets.", assets.count), "restored", assets.count)
    }

    static let purgeTrash = Command(
        "trash", "purge", summary: "Delete assets in the trash permanently",
        details: [
            "Deletes their files. In a terminal, the tool asks first. 'trash empty' deletes everything in the trash."
        ],
        operands: [
            CommandOperand(
                "ID", count: .any,
                "Identifiers from 'trash list', the beginning of one, or a file name; none with --where")
        ],
        options: [AssetChoice.condition, ConfirmationPrompt.option],
        examples: [Example("trash purge ID", "Delete one photo permanently.")]
    ) { invocation in
        let (library, assets) = try await trashed(invocation)
        return try await purge(assets, in: library, invocation)
    }

    static let emptyTrash = Command(
        "trash", "empty", summary: "Delete everything in the trash permanently",
        details: ["Deletes the files. In a terminal, the tool asks first."],
        options: [ConfirmationPrompt.option],
        examples: [Example("trash empty --yes", "Empty the trash without asking.")]
    ) { invocation in
        let library = try await invocation.library()
        let assets = try await library.all(FetchRequest.assets(in: .trash).includingHidden.reading([.id])).map(\.id)
        return try await purge(assets, in: library, invocation)
    }

    private static func purge(
        _ assets: [AssetID], in library: PhotoLibrary, _ invocation: Invocation
    ) async throws -> ExitCode {
        if !assets.isEmpty {
            try ConfirmationPrompt.requirePurge(of: assets.count, invocation)
            try await AssetBatchChanger(of: assets).perform(in: library, localized("Purging"), invocation) {
                part, request in
                request.purgeAssets(part)
            }
        }
        return try invocation.writeResult(
            counted("Purged {n} asset.", "Purged {n} assets.", assets.count), "purged", assets.count)
    }

    private static func trashed(_ invocation: Invocation) async throws -> (PhotoLibrary, [AssetID]) {
        let names = invocation.operands
        let condition = invocation.text(AssetChoice.condition)
        let ways = [
            names.isEmpty ? nil : localized("Identifiers"), invocation.has(allOption) ? "'--all'" : nil,
            condition == nil ? nil : "'--where'",
        ].compactMap { $0 }
        guard ways.count < 2 else {
            throw invocation.usage(
                localized("{one} and {other} cannot be combined.", ["one": ways[0], "other": ways[1]]))
        }
        guard !ways.isEmpty else {
            throw invocation.usage(localized("Name the assets by their identifiers."))
        }
        let library = try await invocation.library()
        guard names.isEmpty else {
            let identifiers = try await AssetNameResolver(library: library, prefersTrash: true).assets(names)
            try await checkTrashed(identifiers, in: library)
            return (library, identifiers)
        }
        let trash = FetchRequest.assets(in: .trash).includingHidden.reading([.id])
        let assets = try await invocation.explaining(condition) {
            try await library.all(condition.map { trash.where($0) } ?? trash).map(\.id)
        }
        guard !(assets.isEmpty && condition != nil) else {
            throw CommandFailure(.noInput, localized("Nothing in the trash matches the condition."))
        }
        return (library, assets)
    }

    private static func checkTrashed(_ identifiers: [AssetID], in library: PhotoLibrary) async throws {
        let assets = try await library.assets(withIdentifiers: identifiers, reading: [.trashedDate])
        if let other = assets.first(where: { !$0.isTrashed }) {
            throw CommandFailure(
                .noInput, localized("{id} is not in the trash.", ["id": "\(other.id)"]),
                advice: localized("'filmgatectl trash list' lists the trash."))
        }
    }
}
