internal import FilmgateImporting
internal import Filmgate
internal import FilmgateCommandLine
internal import FilmgateText

extension Command {
    private static let quiet = Option("quiet", letter: "q", "Show no progress")
    private static let album = Option(
        "album", value: .one("ALBUM"), "Add the photos to this album, in their order; it is created if it is missing")
    private static let folders = Option(
        "folders",
        "Create an album for each folder with photos below PATH: Travel/Summer becomes 'Summer' in the folder 'Travel'")

    static let importPhotos = Command(
        "import", summary: TranslatableText("Import photos and videos into the library"),
        details: [
            TranslatableText(
                "Imports all photos and videos in a folder and the folders below. Hidden files and links are skipped; other files are counted by kind. The files themselves are not changed."
            ),
            TranslatableText(
                "A file that is already in the library is not imported again. To continue an interrupted import, run it again. Files that cannot be read as photos are listed at the end, and the exit code is then 65."
            ),
            TranslatableText(
                "A photo without a date gets the date when its file was last changed. A photo that is also in the trash is imported, and the report says so."
            ),
            TranslatableText(
                "With --album or --folders, photos that are already in the library are added to the album too. Photos that are already in the album keep their places."
            ),
            TranslatableText(
                "With --folders, each folder with photos below PATH becomes an album, and the folders above it become folders. A folder with both photos and folders becomes an album and a folder with the same name. Photos in PATH itself go to no album. A folder with the name of a smart album, such as Screenshots, becomes a separate album. 'filmgatectl export' writes the same folders again."
            ),
            TranslatableText("Ctrl-C ends the import after the current files. A second Ctrl-C ends it at once."),
        ],
        operands: [Operand("PATH", count: .atLeastOne, completion: .files, isPath: true, "Files and folders")],
        options: [album, folders, quiet],
        examples: [
            Example("import ~/Pictures", "Everything in that folder and below."),
            Example("import --album Travel/Summer /media/card", "Import into an album in the folder 'Travel'."),
            Example("import --json --quiet /media/card", "Counts, and every failure with its reason, for programs."),
        ]
    ) { invocation in
        try invocation.exclude(album, folders)
        let library = try await invocation.library()
        let filing = try await filing(invocation, library)
        let walk = PhotoWalk(invocation.paths)
        try walk.checkAny()
        try await filing?.dryRun(walk.files)
        Interruption.prepare()
        let display = ProgressDisplay(localized("Importing"), quiet: invocation.has(quiet))
        let outcome = await Importer(library: library, display: display).run(walk)
        var (report, stop) = (outcome.report, outcome.stop)
        if var filing {
            do throws(PhotoLibraryError) { try await filing.file(outcome.placed, display) } catch {
                stop = stop ?? error
            }
            report.filed = filing.filed
            report.unfiled = filing.unfiled
            let tree = try? await library.collectionTree([.smartAlbum])
            report.namesakes = filing.filed.filter { $0.isNew && tree?.hasAutomaticAlbum($0.name) ?? false }
        }
        report.trashed = (try? await library.countInTrash(outcome.placed.compactMap(\.asset))) ?? 0
        try invocation.output.write(invocation.writesJSON ? JSON.text(of: report) + "\n" : report.text)
        if !invocation.writesJSON { StandardStream.error.writeIfPossible(report.failureText) }
        if let stop {
            let failure = Failure(stop)
            throw Failure(
                failure.code,
                counted(
                    "The import stopped before {n} file: {reason}", "The import stopped before {n} files: {reason}",
                    report.left, ["reason": failure.message]),
                advice: PhraseList.sentences([failure.advice, retry].compactMap { $0 }))
        }
        if report.left > 0 {
            throw Failure(
                .interrupted,
                counted(
                    "Interrupted before {n} file. The imported photos stay in the library.",
                    "Interrupted before {n} files. The imported photos stay in the library.", report.left),
                advice: retry)
        }
        return report.failures.isEmpty ? .success : .badData
    }

    /// Returns nil if the photos go to no album.
    private static func filing(_ invocation: Invocation, _ library: PhotoLibrary) async throws -> AlbumFiling? {
        guard invocation.has(folders) || invocation.has(album) else { return nil }
        let tree = try await library.collectionTree([.album], counting: true)
        guard let name = invocation.text(album) else {
            return AlbumFiling(library, AlbumPaths(tree, disk: true), .folders)
        }
        var paths = AlbumPaths(tree, disk: false)
        if tree.nodes(named: name, where: { !$0.isFolder }).isEmpty {
            try await library.checkFree(name)
            return AlbumFiling(library, paths, .path(try path(name, tree, invocation)))
        }
        let node = try tree.node(named: name, .album)
        paths.use(AlbumID(uuid: node.id.uuid), at: node.path)
        return AlbumFiling(library, paths, .path(node.path))
    }

    /// Returns the path of an album that the import will create.
    private static func path(
        _ name: String, _ tree: CollectionTree, _ invocation: Invocation
    ) throws(Failure) -> [String] {
        let path = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard !path.contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
            throw .usage(
                localized(
                    "'--album' takes titles with slashes between them, such as 'Travel/Summer'. '{name}' has an empty title.",
                    ["name": Text.printable(name)]), of: invocation.command)
        }
        guard !tree.nodes.contains(where: { $0.isFolder && $0.path == path }) else {
            let value = ["name": Text.printable(name)]
            throw Failure(
                .usage, localized("'{name}' is a folder. There is no album with this name.", value),
                advice: localized(
                    "Name an album in it, such as '{name}/New', or create an album with 'filmgatectl albums create'.",
                    value))
        }
        return path
    }

    private static var retry: String {
        localized("To continue, run the same command again. It does not import files that are already in the library.")
    }
}

extension PhotoLibrary {
    /// Returns how many of these assets have the same original as an asset in the trash.
    fileprivate func countInTrash(_ assets: [AssetID]) async throws -> Int {
        guard !assets.isEmpty else { return 0 }
        let trash = FetchRequest.assets(in: .trash).includingHidden.reading([.contentHash])
        let hashes = Set(try await all(trash).compactMap(\.contentHash))
        guard !hashes.isEmpty else { return 0 }
        return try await self.assets(withIdentifiers: assets, reading: [.contentHash])
            .count { $0.contentHash.map(hashes.contains) ?? false }
    }
}
