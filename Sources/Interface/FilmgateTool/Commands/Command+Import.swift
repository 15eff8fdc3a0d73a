import Filmgate
import FilmgateLibraryTools
import FilmgateText

extension Command {
    static let importPhotos = Command(
        "import", summary: "Import photos and videos into the library",
        details: [
            "Imports all photos and videos in a folder and the folders below. Hidden files and links are skipped; other files are counted by kind. The files themselves are not changed.",
            "A file whose extension is not known is a photo or video if its first bytes are those of one.",
            "A file that is already in the library is not imported again. To continue an interrupted import, run it again. Files that cannot be read as photos are listed at the end, and the exit code is then 65.",
            "A photo without a date gets the one in the name of its file, which the report lists, or else the date when its file was last changed. A photo that is also in the trash is imported, and the report says so.",
            "With --album or --folders, photos that are already in the library are added to the album too. Photos that are already in the album keep their places.",
            "With --folders, each folder with photos below PATH becomes an album, and the folders above it become folders. A folder with both photos and folders becomes an album and a folder with the same name. Photos in PATH itself go to no album. The order of albums in an export is kept. A folder with the name of a smart album, such as Screenshots, becomes a separate album. 'filmgatectl export' writes the same folders again.",
            "Files that belong together become one asset: RAW and JPEG, the photo and the video of a live photo, and a photo and its edit. They are found by their names and times, also among photos that were imported earlier. What XMP files beside a photo tell overrides what the photo tells.",
            "With --from, albums, favorites, ratings, titles, captions, keywords, places and the trash of a different program come with its photos. PATH is the folder with the photos; for digikam and shotwell also the program's database, if it is in a different folder. Nothing outside PATH is read, and nothing is changed. Name all parts of a Takeout or of an iCloud export in one import.",
            "A folder that 'filmgatectl export' wrote is recognized by its manifest: albums with their order and covers, folders, edits, all that was set, and the trash come back. What the library has already stays as it is, and only joins albums. '--from folder' imports its files alone.",
            "A damaged file that can be shown in part is imported and listed. With --strict it is not.",
            "With --watch, the import goes on: for a folder of screenshots, of a scanner, or that a phone synchronizes. 'systemctl --user enable --now filmgate-import@$(systemd-escape --path FOLDER)' does it in every session.",
            "With --camera, the new photos and videos of a connected camera or phone are imported: those that were not imported from it before. With --delete-after, the camera's files that are in the library are deleted at the end: each is read back from the library and compared, and you are asked.",
            "Ctrl-C ends the import after the current files. A second Ctrl-C ends it at once.",
        ],
        operands: [CommandOperand("PATH", count: .any, completion: .files, isPath: true, "Files and folders")],
        options: ImportOption.all,
        examples: [
            Example("import ~/Pictures", "Everything in that folder and below."),
            Example("import --album Travel/Summer /media/card", "Import into an album in the folder 'Travel'."),
            Example(
                "import --from takeout --dry-run ~/Takeout", "Show what a Google Takeout holds, and change nothing."),
            Example("import --camera --delete-after", "Empty a camera or phone into the library."),
            Example("import --json --quiet /media/card", "Counts, and every failure with its reason, for programs."),
        ]
    ) { invocation in
        try invocation.exclude(ImportOption.album, ImportOption.folders)
        TemporaryFiles.sweep()
        if try CameraImportCommand.isMeant(invocation) { return try await CameraImportCommand(invocation).run() }
        guard !invocation.arguments.isEmpty else {
            throw CommandLineParser.missing(invocation.command.operands[0], of: invocation.command)
        }
        if invocation.has(ImportOption.shouldContinue) || invocation.has(ImportOption.move) {
            return try await watchFolders(invocation)
        }
        let walk = ScannedFiles(invocation.paths)
        try walk.checkAny()
        var content = try content(of: walk, invocation)
        let library = try await invocation.library()
        let isPartial = try await limitToAdditions(&content, library, invocation)
        let filing = try await filing(invocation, library)
        try await filing?.dryRun(content.plan.items, in: library)
        if invocation.has(ImportOption.dryRun) {
            let preview = try await ImportPreview(content, walk.failures, in: library, filing)
            try invocation.write(preview, orText: preview.text)
            return .success
        }
        invocation.interruption.prepare()
        let display = invocation.progress(localized("Importing"), quiet: invocation.has(.quiet))
        var settings = ImportSettings()
        settings.allowsDamaged = !invocation.has(ImportOption.strict)
        var trash = await ImportTrasher(library, content.plan.items)
        let outcome = await run(
            content, walk.failures,
            Importer(
                library: library, display: display, interruption: invocation.interruption, settings: settings))
        var conclusion = ImportFinisher(invocation, library, report: outcome.report, placed: outcome.placed)
        conclusion.stop = outcome.stop.map { CommandFailure($0) }
        conclusion.isPartial = isPartial ?? false
        do throws(PhotoLibraryError) {
            if let collections = content.collections {
                conclusion.isUnfiled = invocation.interruption.isRequested
                if conclusion.stop == nil, !conclusion.isUnfiled, isPartial == nil {
                    var filing = ManifestFiler(library, outcome.placed)
                    defer { conclusion.report.filed = filing.filed }
                    try await filing.file(collections)
                }
            }
        } catch { conclusion.stop = conclusion.stop ?? CommandFailure(error) }
        if var filing {
            do throws(PhotoLibraryError) {
                try await filing.file(outcome.placed) { done, total in await display.show(done: done, total: total) }
                await display.finish()
                try await filing.order(content.plan.childOrders)
            } catch {
                conclusion.stop = conclusion.stop ?? CommandFailure(error)
            }
            conclusion.filing = filing
        }
        do throws(PhotoLibraryError) { try await library.setClocks(of: outcome.placed) } catch {
            conclusion.stop = conclusion.stop ?? CommandFailure(error)
        }
        // Moves photos to the trash last, so that undoing the last change undoes this move. The trashed photos of an
        // export were already moved when they were imported.
        if content.collections == nil {
            do throws(PhotoLibraryError) {
                try await trash.move(outcome.placed)
                // Keeps the record if the broker ended, because it may have added photos without confirming them.
                if outcome.stop == nil, outcome.report.left == 0 { trash.finish() }
            } catch {
                conclusion.stop = conclusion.stop ?? CommandFailure(error)
            }
            (conclusion.report.moved, conclusion.report.keptOutOfTrash) = (trash.moved, trash.kept)
        }
        return try await conclusion.write()
    }

    /// If the program may only add photos, leaves out and reports the content of an export that needs more access.
    ///
    /// - Returns: whether content is left out; nil if the program may see photos, or if there is no export.
    private static func limitToAdditions(
        _ content: inout ImportedLibraryContent, _ library: PhotoLibrary, _ invocation: Invocation
    ) async throws -> Bool? {
        guard content.collections != nil else { return nil }
        do throws(PhotoLibraryError) {
            _ = try await library.collectionTree([.album])
            return nil
        } catch {
            guard error.forbidsReading else { throw error }
        }
        guard content.keepAdditionsOnly(in: invocation.paths[0]) else { return false }
        invocation.note(
            localized(
                "This program may only add photos. Albums, edits, versions and what was in the trash are left out."))
        return true
    }

    private static func run(
        _ content: ImportedLibraryContent, _ failures: [FailedFile], _ importer: Importer
    ) async -> Importer.ImportResult {
        if content.collections != nil {
            var export = ManifestImport(content, failures, importer)
            return await export.run()
        }
        var outcome = await importer.run(content.plan, failures: failures)
        outcome.report.unavailable = content.left
        outcome.report.dropped = content.dropped.filter { $0.value > 0 }
        outcome.report.companions += content.described
        return outcome
    }

    private static func watchFolders(_ invocation: Invocation) async throws -> ExitCode {
        guard invocation.has(ImportOption.shouldContinue) else {
            throw invocation.usage(localized("'--move' needs '--watch'."))
        }
        try invocation.exclude(
            ImportOption.shouldContinue, ImportOption.from, ImportOption.album, ImportOption.folders,
            ImportOption.dryRun)
        let watch: FolderWatcher
        do throws(WatchFailure) { watch = try FolderWatcher(invocation.paths) } catch { throw CommandFailure(error) }
        let library = try await invocation.library()
        invocation.interruption.prepare()
        let folders = FolderWatchImporter(
            library: library, invocation: invocation, pairing: !invocation.has(ImportOption.noPairing),
            moves: invocation.has(ImportOption.move))
        try await folders.run(watch) { report in
            if !invocation.has(.quiet) || !report.failures.isEmpty || !report.unremoved.isEmpty {
                try invocation.write(report, orText: report.text)
            }
            if !invocation.writesJSON { invocation.error.writeIfPossible(report.failureText) }
        }
        return .success
    }

    private static func content(of walk: ScannedFiles, _ invocation: Invocation) throws(CommandFailure)
        -> ImportedLibraryContent
    {
        let names = LibraryKind.allCases.map(\.rawValue).joined(separator: ", ")
        let isPlain = !invocation.has(ImportOption.album) && !invocation.has(ImportOption.folders)
        let export = isPlain ? invocation.paths.first(where: LibraryKind.isExport) : nil
        let kind =
            try invocation.value(ImportOption.from, expected: names) { LibraryKind(rawValue: $0) }
            ?? (export == nil ? .folder : .filmgate)
        if kind == .filmgate, invocation.paths.count > 1 {
            let folder = ["folder": Text.printable((export ?? invocation.paths[0]).description)]
            throw CommandFailure(
                .usage, localized("'{folder}' is an export of Filmgate, which is imported alone.", folder),
                advice: localized(
                    "Import it by itself. To import only its files, with those of other paths, give '--from folder'."))
        }
        do throws(UnreadableLibraryError) {
            return try ImportedLibraryContent(
                kind, walk, in: invocation.paths, pairing: !invocation.has(ImportOption.noPairing),
                keepsUnknown: invocation.has(ImportOption.keepUnknown))
        } catch {
            let isFound = export != nil && !invocation.has(ImportOption.from)
            throw CommandFailure(
                .noInput,
                localized(
                    "This is no library of {kind}: {reason}",
                    ["kind": kind.rawValue, "reason": Text.printable(error.reason)]),
                advice: isFound
                    ? localized(
                        "The folder has a file {file}, as exports of Filmgate do. To import its photos without that file, give '--from folder'.",
                        ["file": Manifest.name]) : nil)
        }
    }

    /// Returns the object that adds the photos to albums; nil if the import adds none to albums.
    static func filing(_ invocation: Invocation, _ library: PhotoLibrary) async throws -> AlbumFiler? {
        let isOfLibrary =
            invocation.text(ImportOption.from).map { ![LibraryKind.folder, .filmgate].map(\.rawValue).contains($0) }
            ?? false
        guard invocation.has(ImportOption.folders) || invocation.has(ImportOption.album) || isOfLibrary else {
            return nil
        }
        let tree = try await library.collectionTree([.album], counting: true)
        guard let name = invocation.text(ImportOption.album) else {
            return AlbumFiler(
                library, AlbumPaths(tree, disk: invocation.has(ImportOption.folders)),
                invocation.has(ImportOption.folders) ? .folders : .items)
        }
        var paths = AlbumPaths(tree, disk: false)
        if tree.nodes(named: name, where: { !$0.isFolder }).isEmpty {
            try await library.checkFree(name)
            return AlbumFiler(library, paths, .path(try path(name, tree, invocation)))
        }
        let node = try tree.node(named: name, .album)
        paths.use(AlbumID(uuid: node.id.uuid), at: node.path)
        return AlbumFiler(library, paths, .path(node.path))
    }

    /// Returns the path of an album that the import will create.
    private static func path(
        _ name: String, _ tree: CollectionTree, _ invocation: Invocation
    ) throws(CommandFailure) -> [String] {
        let path = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard !path.contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
            throw invocation.usage(
                localized(
                    "'--album' takes titles with slashes between them, such as 'Travel/Summer'. '{name}' has an empty title.",
                    ["name": Text.printable(name)]))
        }
        guard !tree.nodes.contains(where: { $0.isFolder && $0.path == path }) else {
            let value = ["name": Text.printable(name)]
            throw CommandFailure(
                .usage, localized("'{name}' is a folder. There is no album with this name.", value),
                advice: localized(
                    "Name an album in it, such as '{name}/New', or create an album with 'filmgatectl albums create'.",
                    value))
        }
        return path
    }
}
