internal import Filmgate
internal import FilmgateCommandLine
internal import FilmgateText

private enum ExportOption {
    static let album = Option(
        "album", value: .one("ALBUM"),
        "Export only this album, of any type, or the albums of a folder, such as 'Travel/'")
    static let copies = Option("copies", "Write a photo that is in several albums several times, instead of linking it")
    static let quiet = Option("quiet", letter: "q", "Show no progress")
}

extension Command {
    static let exportLibrary = Command(
        "export", summary: TranslatableText("Write original files to folders, one for each album"),
        details: [
            TranslatableText(
                "Albums become folders, such as FOLDER/Travel/Summer/IMG_1.JPG. Photos that are in no album go to FOLDER itself. 'filmgatectl import --folders' creates the same albums again. An album and a folder with the same name and place share a folder; empty albums are skipped. A photo in several albums is one file with several links, or several copies if the file system has no links. Files get the date when the photo was taken, as exactly as the file system stores it. Names avoid characters that shells or other file systems do not accept. Hidden photos are included."
            ),
            TranslatableText(
                "Nothing is overwritten: if a name is taken, the new file gets a number. Files of an earlier run, with the same name, size and date, are not written again. To continue an interrupted export, run it again."
            ),
            TranslatableText(
                "If an album and a folder have the same name and place, '--album Travel' is the album, and '--album Travel/' is both. A smart album or a moment becomes a folder with its title."
            ),
        ],
        operands: [
            Operand(
                "FOLDER", completion: .folders, isPath: true, "The folder to write to; it is created if it is missing")
        ],
        options: [ExportOption.album, AssetChoice.condition, ExportOption.copies, ExportOption.quiet],
        examples: [
            Example("export /media/stick/Photos", "The whole library."),
            Example("export --album Travel --where 'rating >= 3' /tmp/web", "The better photos in a folder's albums."),
        ]
    ) { invocation in
        let library = try await invocation.library()
        let tree = try await library.collectionTree([.album], counting: true)
        let chosen = try await chosen(invocation, library, tree)
        let plan = chosen.flatMap { $0.isMade ? nil : ExportPlan(automaticAlbum: $0) } ?? ExportPlan(tree)
        let wanted = chosen.map { albums(of: $0, tree) }
        let places = plan.places.filter { wanted?.contains($0.album) ?? true }
        let condition = invocation.text(AssetChoice.condition)
        func request(_ start: FetchRequest<Asset>) -> FetchRequest<Asset> {
            let all = start.includingHidden.reading([.creationDate])
            return condition.map { all.where($0) } ?? all
        }
        // Comes first, so that a mistake in the condition leaves no folder behind.
        let rest = try await invocation.explaining(condition) { try await library.fetch(request(.assets.oldestFirst)) }
        if rest.count == 0 {
            invocation.note(condition == nil ? localized("The library is empty.") : localized("Nothing was found."))
        }
        let nodes = tree.nodes + [chosen].compactMap(\.self)
        let counts = nodes.reduce(into: [ObjectID: Int]()) { $0[$1.id] = $1.count ?? 0 }
        let inAlbums = places.reduce(0) { $0 + (counts[ObjectID($1.album)] ?? 0) }
        let total = inAlbums + (chosen == nil ? rest.count : 0)
        Interruption.prepare()
        let display = ProgressDisplay(localized("Exporting"), quiet: invocation.has(ExportOption.quiet))
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
                .interrupted, localized("Interrupted. The files written so far stay."),
                advice: localized("Run the same command again to continue."))
        }
        return report.failures.isEmpty ? .success : .inputOutput
    }

    /// Returns the album or folder that `--album` names, or nil for the whole library.
    private static func chosen(
        _ invocation: Invocation, _ library: PhotoLibrary, _ tree: CollectionTree
    ) async throws -> CollectionTree.Node? {
        guard let name = invocation.text(ExportOption.album) else { return nil }
        let node = try await library.node(named: name, .any, counting: true)
        let isBesideFolder = tree.nodes.contains { $0.isFolder && $0.path == node.path }
        if !node.isFolder, isBesideFolder, ObjectID(name.lowercased()) == nil {
            invocation.note(
                localized(
                    "This exports only the album {album}. '--album {path}/' includes the folder with this name.",
                    ["album": node.quoted, "path": node.joined]))
        }
        return node
    }

    /// Returns the album, or the albums in the folder.
    private static func albums(of node: CollectionTree.Node, _ tree: CollectionTree) -> Set<AlbumID> {
        let inside = node.isFolder ? tree.nodes.filter { $0.path.starts(with: node.path) } : [node]
        return Set(inside.filter { !$0.isFolder }.map { AlbumID(uuid: $0.id.uuid) })
    }
}
