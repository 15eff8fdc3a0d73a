internal import Filmgate
internal import FilmgateText

extension Command {
    private static let quiet = Option("quiet", letter: "q", "Show no progress")
    private static let album = Option(
        "album", value: .one("ALBUM"), "Add them to this album, in their order; it is made where it is missing")
    private static let folders = Option(
        "folders",
        "Make an album of each folder with photos below PATH: Travel/Summer becomes 'Summer' in the folder 'Travel'")

    static let importPhotos = Command(
        "import", summary: "Bring photos and videos into the library",
        details: [
            "Folders are walked through; hidden files and links are passed over, and what is neither photo nor video "
                + "is counted by kind. The files themselves stay where they are and as they are.",
            "What the library holds already is not imported again, so that an import that was interrupted goes on "
                + "when it is run again. Files that cannot be read as photos are listed at the end, and the exit "
                + "code is then 65.",
            "A photo that has no date of its own gets the one at which its file was last changed. One that lies in the trash is "
                + "imported like any other, and the report says so.",
            "With --album, or --folders, what the library holds already is added to the album too, and what is in the album "
                + "already stays where it is.",
            "With --folders, a folder of photos is an album and what it lies in is folders, up to PATH itself; one that has "
                + "both photos and folders is an album and a folder of one name; what lies in PATH itself goes into no "
                + "album. One that is called like an album of the library's own, as Screenshots or raw, is an album of its own "
                + "beside that. 'filmgatectl export' writes the same folders again.",
            "Ctrl-C ends it when the files under way are in; a second one at once.",
        ],
        operands: [Operand("PATH", count: .atLeastOne, completion: .files, isPath: true, "Files and folders")],
        options: [album, folders, quiet],
        examples: [
            Example("import ~/Pictures", "Everything in that folder and below."),
            Example("import --album Travel/Summer /media/card", "Into an album in the folder 'Travel'."),
            Example("import --json --quiet /media/card", "For a program: counts, and every failure with its reason."),
        ]
    ) { invocation in
        try invocation.exclude(album, folders)
        let library = try await invocation.library()
        let filing = try await filing(invocation, library)
        let walk = PhotoWalk(invocation.paths)
        try walk.checkAny()
        try await filing?.dryRun(walk.files)
        Interruption.prepare()
        let display = ProgressDisplay("Importing", quiet: invocation.has(quiet))
        let outcome = await Importer(library: library, display: display).run(walk)
        var (report, stop) = (outcome.report, outcome.stop)
        if var filing {
            do throws(PhotoLibraryError) { try await filing.file(outcome.placed, display) } catch {
                stop = stop ?? error
            }
            report.filed = filing.filed
            report.unfiled = filing.unfiled
            let tree = try? await library.collectionTree([.smartAlbum])
            report.namesakes = filing.filed.filter { $0.isNew && tree?.makesUp($0.name) ?? false }
        }
        report.trashed = (try? await library.countInTrash(outcome.placed.compactMap(\.asset))) ?? 0
        try invocation.output.write(invocation.writesJSON ? JSON.text(of: report) + "\n" : report.text)
        if !invocation.writesJSON { StandardStream.error.writeIfPossible(report.failureText) }
        if let stop {
            let failure = Failure(stop)
            throw Failure(
                failure.code, "The import stopped with \(Amount.count(report.left, "file")) to go: \(failure.message)",
                advice: [failure.advice, goOn].compactMap { $0 }.joined(separator: " "))
        }
        if report.left > 0 {
            throw Failure(
                .interrupted, "Interrupted with \(Amount.count(report.left, "file")) to go; what was imported stays.",
                advice: goOn)
        }
        return report.failures.isEmpty ? .success : .badData
    }

    /// Nil: into no album.
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

    /// Of an album that is to be made.
    private static func path(
        _ name: String, _ tree: CollectionTree, _ invocation: Invocation
    ) throws(Failure) -> [String] {
        let path = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard !path.contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
            throw .usage(
                "'--album' takes titles with a slash between them, as 'Travel/Summer', and none of them empty, not "
                    + "'\(Text.plain(name))'.", of: invocation.command)
        }
        guard !tree.nodes.contains(where: { $0.isFolder && $0.path == path }) else {
            throw Failure(
                .usage, "'\(Text.plain(name))' is a folder, and there is no album of this name.",
                advice: "Name an album in it, as '\(Text.plain(name))/New', or make one beside it with 'filmgatectl "
                    + "albums create'.")
        }
        return path
    }

    private static let goOn =
        "Run the same command again to go on: what is in the library already is not imported twice."
}

extension PhotoLibrary {
    /// How many of these lie in the trash too, as another asset with the same original.
    fileprivate func countInTrash(_ assets: [AssetID]) async throws -> Int {
        guard !assets.isEmpty else { return 0 }
        let trash = FetchRequest.assets(in: .trash).includingHidden.reading([.contentHash])
        let hashes = Set(try await all(trash).compactMap(\.contentHash))
        guard !hashes.isEmpty else { return 0 }
        return try await self.assets(withIdentifiers: assets, reading: [.contentHash])
            .count { $0.contentHash.map(hashes.contains) ?? false }
    }
}
