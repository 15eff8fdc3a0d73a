internal import FilmgateImporting
internal import FilmgateLibraries
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

    private static let from = Option(
        "from", value: .one("KIND"), completion: .words(LibraryKind.allCases.map(\.rawValue)),
        "Read what a different program keeps: takeout (Google), apple (an export of Photos or iCloud), digikam, shotwell, or a folder"
    )
    private static let noPairing = Option(
        "no-pairing", "Import each file as an asset of its own, also RAW and JPEG, live photos, and edits")
    private static let dryRun = Option("dry-run", "Show what would be imported, what would not, and why")
    private static let strict = Option("strict", "Do not import damaged files that can be shown in part")
    private static let goesOn = Option(
        "watch", "Go on, and import what is written in the folders or moved there, once it is complete")
    private static let move = Option(
        "move", "With --watch, remove each file from the folder once it is in the library")
    private static let keepUnknown = Option(
        "keep-unknown", "Keep a file that cannot be shown beside the photo with the same name")

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
            TranslatableText(
                "Files that belong together become one asset: RAW and JPEG, the photo and the video of a live photo, and a photo and its edit. They are found by their names and times, also among photos that were imported earlier. What XMP files beside a photo tell overrides what the photo tells."
            ),
            TranslatableText(
                "With --from, albums, favorites, ratings, titles, captions, keywords, places and the trash of a different program come with its photos. PATH is the folder with the photos; for digikam and shotwell also the program's database, if it is in a different folder. Nothing outside PATH is read, and nothing is changed."
            ),
            TranslatableText(
                "A damaged file that can be shown in part is imported and listed. With --strict it is not."),
            TranslatableText(
                "With --watch, the import goes on: for a folder of screenshots, of a scanner, or that a phone synchronizes. 'systemctl --user enable --now filmgate-import@$(systemd-escape --path FOLDER)' does it in every session."
            ),
            TranslatableText("Ctrl-C ends the import after the current files. A second Ctrl-C ends it at once."),
        ],
        operands: [Operand("PATH", count: .atLeastOne, completion: .files, isPath: true, "Files and folders")],
        options: [from, album, folders, noPairing, keepUnknown, strict, dryRun, goesOn, move, quiet],
        examples: [
            Example("import ~/Pictures", "Everything in that folder and below."),
            Example("import --album Travel/Summer /media/card", "Import into an album in the folder 'Travel'."),
            Example(
                "import --from takeout --dry-run ~/Takeout", "Show what a Google Takeout holds, and change nothing."),
            Example("import --json --quiet /media/card", "Counts, and every failure with its reason, for programs."),
        ]
    ) { invocation in
        try invocation.exclude(album, folders)
        if invocation.has(goesOn) || invocation.has(move) { return try await watchFolders(invocation) }
        let walk = PhotoWalk(invocation.paths)
        try walk.checkAny()
        let content = try content(of: walk, invocation)
        let library = try await invocation.library()
        if invocation.has(dryRun) {
            let preview = try await ImportPreview(content, walk.failures, in: library)
            try invocation.output.write(invocation.writesJSON ? JSON.text(of: preview) + "\n" : preview.text)
            return .success
        }
        let filing = try await filing(invocation, library)
        try await filing?.dryRun(content.plan.items)
        Interruption.prepare()
        let display = ProgressDisplay(localized("Importing"), quiet: invocation.has(quiet))
        var settings = ImportSettings()
        settings.allowsDamaged = !invocation.has(strict)
        let outcome = await Importer(library: library, display: display, settings: settings)
            .run(content.plan, failures: walk.failures)
        var (report, stop) = (outcome.report, outcome.stop)
        report.unavailable = content.left
        do throws(PhotoLibraryError) {
            let new = outcome.placed.filter(\.isNew)
            try await library.trash(new.filter(\.item.isTrashed).compactMap(\.asset))
            if settings.allowsDamaged { report.damaged = try await library.damaged(among: new) }
        } catch { stop = stop ?? error }
        if var filing {
            do throws(PhotoLibraryError) { try await filing.file(outcome.placed, display) } catch {
                stop = stop ?? error
            }
            report.filed = filing.filed
            report.unfiled = filing.unfiled
            let tree = try? await library.collectionTree([.smartAlbum])
            report.namesakes = filing.filed.filter { $0.isNew && tree?.hasAutomaticAlbum($0.name) ?? false }
        }
        let shown = outcome.placed.filter { $0.isNew && !$0.item.isTrashed }
        report.trashed = (try? await library.countInTrash(shown.compactMap(\.asset))) ?? 0
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

    private static func watchFolders(_ invocation: Invocation) async throws -> ExitCode {
        guard invocation.has(goesOn) else {
            throw Failure.usage(localized("'--move' needs '--watch'."), of: invocation.command)
        }
        try invocation.exclude(goesOn, from, album, folders, dryRun)
        let library = try await invocation.library()
        Interruption.prepare()
        let folders = FolderImport(
            library: library, paths: invocation.paths, pairing: !invocation.has(noPairing), moves: invocation.has(move))
        try await folders.run { report in
            if !invocation.has(quiet) || !report.failures.isEmpty {
                try invocation.output.write(invocation.writesJSON ? JSON.text(of: report) + "\n" : report.text)
            }
            if !invocation.writesJSON { StandardStream.error.writeIfPossible(report.failureText) }
        }
        return .success
    }

    /// Reads what is to be imported.
    private static func content(of walk: PhotoWalk, _ invocation: Invocation) throws(Failure) -> LibraryContent {
        let names = LibraryKind.allCases.map(\.rawValue).joined(separator: ", ")
        let kind = try invocation.value(from, expected: names) { LibraryKind(rawValue: $0) } ?? .folder
        do throws(UnreadableLibrary) {
            return try LibraryContent(
                kind, walk, in: invocation.paths, pairing: !invocation.has(noPairing),
                keepsUnknown: invocation.has(keepUnknown))
        } catch {
            throw Failure(
                .noInput,
                localized(
                    "This is no library of {kind}: {reason}",
                    ["kind": kind.rawValue, "reason": Text.printable(error.reason)]))
        }
    }

    /// Returns nil if the photos go to no album.
    private static func filing(_ invocation: Invocation, _ library: PhotoLibrary) async throws -> AlbumFiling? {
        let isOfLibrary = invocation.text(from).map { $0 != LibraryKind.folder.rawValue } ?? false
        guard invocation.has(folders) || invocation.has(album) || isOfLibrary else { return nil }
        let tree = try await library.collectionTree([.album], counting: true)
        guard let name = invocation.text(album) else {
            return AlbumFiling(
                library, AlbumPaths(tree, disk: invocation.has(folders)), invocation.has(folders) ? .folders : .items)
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
    /// Moves assets to the trash, in batches.
    fileprivate func trash(_ assets: [AssetID]) async throws(PhotoLibraryError) {
        var rest = assets[...]
        while !rest.isEmpty {
            var request = ChangeRequest()
            request.deleteAssets(Array(rest.prefix(ChangeBatches.most)))
            rest = rest.dropFirst(ChangeBatches.most)
            try await perform(request)
        }
    }

    /// Returns the names of those files whose assets are damaged.
    fileprivate func damaged(among files: [PlacedFile]) async throws(PhotoLibraryError) -> [String] {
        let new = Dictionary(files.compactMap { file in file.asset.map { ($0, file) } }) { first, _ in first }
        guard !new.isEmpty else { return [] }
        let damaged = FetchRequest<Asset>.assets.includingHidden.where("subtypes contains 'damaged'")
        return try await all(damaged).compactMap { new[$0.id] }
            .map { String(decoding: $0.file.path.name, as: UTF8.self) }.sorted()
    }

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
