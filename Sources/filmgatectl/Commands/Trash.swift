internal import Filmgate

private enum TrashOption {
    static let limit = Option("limit", letter: "n", value: .one("COUNT"), "Show at most so many; 0: all")
    static let all = Option("all", "Everything that is in the trash")
}

private func identifiers(_ others: String) -> Operand {
    Operand("ID", count: .any, "Identifiers, as 'trash list' shows them; none with \(others)")
}

extension Command {
    static let listTrash = Command(
        "trash", "list", summary: "List what is in the trash, what was deleted last first",
        details: ["After 30 days it is taken away for good."], options: [TrashOption.limit, .noHeader, .ids],
        examples: [Example("trash list", "What can be brought back?")]
    ) { invocation in
        let limit = try invocation.number(TrashOption.limit, 0...UInt32.max)
        let request = FetchRequest.assets(in: .trash).includingHidden.limit(limit ?? 0)
        let columns = AssetColumn.usual(.trashedDate, width: invocation.output.columns)
        let shown = columns.reduce(into: Set<AssetProperty>()) { $0.formUnion($1.properties) }
        let result = try await invocation.library().fetch(invocation.writesJSON ? request : request.reading(shown))
        try await AssetListing(result).write(columns, as: invocation)
        if result.count == 0 { invocation.note("The trash is empty.") }
        return .success
    }

    static let restoreTrash = Command(
        "trash", "restore", summary: "Take assets out of the trash",
        details: ["All that are named, or none. They are back in the albums that they were in."],
        operands: [identifiers("--all or --where")],
        options: [TrashOption.all, AssetChoice.condition],
        examples: [
            Example("trash restore ID", "It was deleted by mistake."), Example("trash restore --all", "All of it was."),
        ]
    ) { invocation in
        let (library, assets) = try await trashed(invocation)
        try await ChangeBatches(of: assets).perform(in: library, ChangeBatches.display("Restoring", invocation)) {
            part, request in
            request.restoreAssets(part)
        }
        try invocation.tell("Restored \(Amount.count(assets.count, "asset")).", "restored", assets.count)
        return .success
    }

    static let purgeTrash = Command(
        "trash", "purge", summary: "Take assets that are in the trash away for good",
        details: ["Their files are deleted. In a terminal it asks first. 'trash empty' takes all of it."],
        operands: [identifiers("--where")],
        options: [AssetChoice.condition, Consent.option],
        examples: [Example("trash purge ID", "One photo, for good.")]
    ) { invocation in
        let (library, assets) = try await trashed(invocation)
        return try await purge(assets, in: library, invocation)
    }

    static let emptyTrash = Command(
        "trash", "empty", summary: "Take everything that is in the trash away for good",
        details: ["The files are deleted. In a terminal it asks first."], options: [Consent.option],
        examples: [Example("trash empty --yes", "Without asking.")]
    ) { invocation in
        let library = try await invocation.library()
        let assets = try await library.all(FetchRequest.assets(in: .trash).includingHidden.reading([.id])).map(\.id)
        return try await purge(assets, in: library, invocation)
    }

    private static func purge(
        _ assets: [AssetID], in library: PhotoLibrary, _ invocation: Invocation
    ) async throws -> ExitCode {
        if !assets.isEmpty {
            let many = Amount.count(assets.count, "photo or video", plural: "photos and videos")
            guard try Consent.ask("Take \(many) away for good?", invocation) else {
                throw Failure(.interrupted, "Nothing was taken away.")
            }
            let display = ChangeBatches.display("Purging", invocation)
            try await ChangeBatches(of: assets).perform(in: library, display) { part, request in
                request.purgeAssets(part)
            }
        }
        try invocation.tell("Purged \(Amount.count(assets.count, "asset")).", "purged", assets.count)
        return .success
    }

    private static func trashed(_ invocation: Invocation) async throws -> (PhotoLibrary, [AssetID]) {
        let names = invocation.operands
        let condition = invocation.text(AssetChoice.condition)
        let ways = [
            names.isEmpty ? nil : "Identifiers", invocation.has(TrashOption.all) ? "'--all'" : nil,
            condition == nil ? nil : "'--where'",
        ].compactMap { $0 }
        guard ways.count < 2 else {
            throw Failure.usage("\(ways[0]) and \(ways[1]) cannot stand together.", of: invocation.command)
        }
        guard !ways.isEmpty else {
            throw Failure.usage("Name what is meant by its identifiers.", of: invocation.command)
        }
        let library = try await invocation.library()
        guard names.isEmpty else {
            let identifiers = try await AssetNaming(library: library, prefersTrash: true).assets(names)
            try await checkTrashed(identifiers, in: library)
            return (library, identifiers)
        }
        let trash = FetchRequest.assets(in: .trash).includingHidden.reading([.id])
        let assets = try await invocation.explaining(condition) {
            try await library.all(condition.map { trash.where($0) } ?? trash).map(\.id)
        }
        guard !(assets.isEmpty && condition != nil) else {
            throw Failure(.noInput, "There is nothing in the trash that the condition holds for.")
        }
        return (library, assets)
    }

    private static func checkTrashed(_ identifiers: [AssetID], in library: PhotoLibrary) async throws {
        let assets = try await library.assets(withIdentifiers: identifiers, reading: [.trashedDate])
        if let other = assets.first(where: { !$0.isTrashed }) {
            throw Failure(
                .noInput, "\(other.id) is not in the trash.", advice: "'filmgatectl trash list' shows what is.")
        }
    }
}
