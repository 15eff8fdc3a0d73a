internal import Filmgate

private enum ExportOption {
    static let album = Option(
        "album", value: .one("ALBUM"), "Only this album, of any type; or those in this folder, as 'Travel/'")
    static let copies = Option("copies", "Write a photo that is in several albums once for each, not as links")
    static let quiet = Option("quiet", letter: "q", "Show no progress")
}

extension Command {
    static let exportLibrary = Command(
        "export", summary: "Write original files into folders, one for each album",
        details: [
            "FOLDER/Travel/Summer/IMG_1.JPG: albums lie in their folders, and what is in no album in FOLDER itself, so that "
                + "'filmgatectl import --folders' makes the same albums again. An album and a folder of one name in one "
                + "place share a folder; an album that holds nothing is left out. What is in several albums is in each of them, as links to one file where the file "
                + "system has such. Files get the date at which the photo was taken, or the nearest that the file system has; "
                + "names are made such that shells and other file systems take them. Hidden photos are among it.",
            "Nothing is overwritten: where a name is taken, a number is added. What an earlier run has written is "
                + "recognized by its name, size and date and not written again, so that an export that was interrupted "
                + "goes on when it is run again.",
            "Where an album and a folder of one name lie side by side, '--album Travel' is the album, and '--album Travel/' "
                + "both. A smart album or a moment is written into a folder that is called as it is.",
        ],
        operands: [
            Operand("FOLDER", completion: .folders, isPath: true, "Where to write; it is made where it is missing")
        ],
        options: [ExportOption.album, AssetChoice.condition, ExportOption.copies, ExportOption.quiet],
        examples: [
            Example("export /media/stick/Photos", "The whole library."),
            Example("export --album Travel --where 'rating >= 3' /tmp/web", "The better photos of a folder's albums."),
        ]
    ) { invocation in
        let library = try await invocation.library()
        let tree = try await library.collectionTree([.album], counting: true)
        let chosen = try await chosen(invocation, library, tree)
        let plan = chosen.flatMap { $0.isMade ? nil : ExportPlan(madeUp: $0) } ?? ExportPlan(tree)
        let wanted = chosen.map { albums(of: $0, tree) }
        let places = plan.places.filter { wanted?.contains($0.album) ?? true }
        let condition = invocation.text(AssetChoice.condition)
        func request(_ start: FetchRequest<Asset>) -> FetchRequest<Asset> {
            let all = start.includingHidden.reading([.creationDate])
            return condition.map { all.where($0) } ?? all
        }
        // First of all, so that a mistake in the condition leaves no folder.
        let rest = try await invocation.explaining(condition) { try await library.fetch(request(.assets.oldestFirst)) }
        if rest.count == 0 { invocation.note(condition == nil ? "The library is empty." : "Nothing was found.") }
        let nodes = tree.nodes + [chosen].compactMap(\.self)
        let counts = nodes.reduce(into: [ObjectID: Int]()) { $0[$1.id] = $1.count ?? 0 }
        let inAlbums = places.reduce(0) { $0 + (counts[ObjectID($1.album)] ?? 0) }
        let total = inAlbums + (chosen == nil ? rest.count : 0)
        Interruption.prepare()
        let display = ProgressDisplay("Exporting", quiet: invocation.has(ExportOption.quiet))
        var export = LibraryExport(
            library, to: try ExportTree(invocation.paths[0]), taken: plan.taken,
            links: !invocation.has(ExportOption.copies))
        var done = 0
        var isWhole = true
        for place in places where isWhole {
            let result = try await library.fetch(request(.assets(in: place.album)))
            isWhole = try await export.export(result, to: place.path) {
                done += 1
                await display.show(done: min(done, total), total: total)
            }
        }
        if isWhole, chosen == nil {
            isWhole = try await export.export(rest, to: [], skippingWritten: true) {
                done += 1
                await display.show(done: min(done, total), total: total)
            }
        }
        await display.finish()
        let report = export.report
        try invocation.output.write(invocation.writesJSON ? JSON.text(of: report) + "\n" : report.text)
        if !invocation.writesJSON { StandardStream.error.writeIfPossible(report.failureText) }
        guard isWhole else {
            throw Failure(
                .interrupted, "Interrupted; what was written stays.", advice: "Run the same command again to go on.")
        }
        return report.failures.isEmpty ? .success : .inputOutput
    }

    /// The album or the folder that is named; nil: all.
    private static func chosen(
        _ invocation: Invocation, _ library: PhotoLibrary, _ tree: CollectionTree
    ) async throws -> CollectionTree.Node? {
        guard let name = invocation.text(ExportOption.album) else { return nil }
        let node = try await library.node(named: name, .any, counting: true)
        let isBesideFolder = tree.nodes.contains { $0.isFolder && $0.path == node.path }
        if !node.isFolder, isBesideFolder, ObjectID(name.lowercased()) == nil {
            invocation.note(
                "This is the album \(node.quoted) alone; '--album \(node.joined)/' takes the folder of this name too.")
        }
        return node
    }

    /// The album, or those in the folder.
    private static func albums(of node: CollectionTree.Node, _ tree: CollectionTree) -> Set<AlbumID> {
        let inside = node.isFolder ? tree.nodes.filter { $0.path.starts(with: node.path) } : [node]
        return Set(inside.filter { !$0.isFolder }.map { AlbumID(uuid: $0.id.uuid) })
    }
}
