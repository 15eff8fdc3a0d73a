internal import Filmgate

extension Command {
    private static let quiet = Option("quiet", letter: "q", "Show no progress")
    private static let album = Option(
        "album", value: .one("ALBUM"), "Add them to this album, in their order; it is made where it is missing")
    private static let folders = Option(
        "folders", "Make an album of each folder below PATH: Travel/Summer becomes 'Summer' in the folder 'Travel'")

    static let importPhotos = Command(
        "import", summary: "Bring photos and videos into the library",
        details: [
            "Folders are walked through; hidden files and links are passed over, and what is neither photo nor video "
                + "is counted by kind. The files themselves stay where they are and as they are.",
            "What the library holds already is not imported again, so that an import that was interrupted goes on "
                + "when it is run again. Files that cannot be read as photos are listed at the end, and the exit "
                + "code is then 65.",
            "With --album, or --folders, what the library holds already is added to the album too, and what is in the album "
                + "already stays where it is.",
            "Ctrl-C ends it when the files under way are in; a second one at once.",
        ],
        operands: [Operand("PATH", count: .atLeastOne, "Files and folders")], options: [album, folders, quiet],
        examples: [
            Example("import ~/Pictures", "Everything in that folder and below."),
            Example("import --album Travel/Summer /media/card", "Into an album in the folder 'Travel'."),
            Example("import --json --quiet /media/card", "For a program: counts, and every failure with its reason."),
        ]
    ) { invocation in
        try invocation.exclude(album, folders)
        let library = try await invocation.library()
        let filing = try await filing(invocation, library)
        let walk = PhotoWalk(invocation.operands.map { DiskPath($0) })
        Interruption.prepare()
        let display = ProgressDisplay("Importing", quiet: invocation.has(quiet))
        let outcome = await Importer(library: library, display: display).run(walk)
        var (report, stop) = (outcome.report, outcome.stop)
        if var filing {
            do throws(PhotoLibraryError) { try await filing.file(outcome.placed, display) } catch {
                stop = stop ?? error
            }
            report.filed = filing.filed
        }
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
        let tree = try await library.collectionTree([.album])
        guard let name = invocation.text(album) else { return AlbumFiling(library, tree, .folders) }
        guard !name.isEmpty else { throw Failure.usage("An album's name cannot be empty.", of: invocation.command) }
        guard tree.nodes(named: name).contains(where: { !$0.isFolder }) else {
            return AlbumFiling(library, tree, .path(name.split(separator: "/").map(String.init)))
        }
        return AlbumFiling(library, tree, .album(try tree.node(named: name, .album)))
    }

    private static let goOn =
        "Run the same command again to go on: what is in the library already is not imported twice."
}
