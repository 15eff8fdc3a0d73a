import Filmgate
import FilmgateLibraryTools
import FilmgateText

private enum ExportOption {
    static let album = Option(
        "album", value: .one("ALBUM"), completion: .names(.anyAlbumsAndFolders),
        "Export only this album, of any type, or the albums of a folder, such as 'Travel/'")
    static let copies = Option("copies", "Write a photo that is in several albums several times, instead of linking it")
    static let noSidecars = Option("no-sidecars", "Write no XMP files beside the photos")
    static let embed = Option(
        "embed", "Write XMP into the photos that can have it, instead of beside them")
    static let trash = Option("trash", "Also write what is in the trash, to the folder 'Trash'")
    static let without = Option(
        "without", value: .one("KINDS"), completion: .list(MetadataKind.allCases.map(\.rawValue)),
        "Write files that do not tell these: location, captions or metadata, separated by commas")
}

extension Command {
    static let exportLibrary = Command(
        "export", summary: "Write the library to folders, one for each album",
        details: [
            "Albums become folders, such as FOLDER/Travel/Summer/IMG_1.JPG. Photos that are in no album go to FOLDER itself. 'filmgatectl import --folders' creates the same albums again. An album and a folder with the same name and place share a folder; empty albums are skipped. A photo in several albums is one file with several links, or several copies if the file system has no links. Files get the date when the photo was taken, as exactly as the file system stores it. Names avoid characters that shells or other file systems do not accept. Hidden photos are included.",
            "Originals are written as they are; an edit is beside its original, as IMG_1-edited.JPG. What the library knows of a photo is in IMG_1.JPG.xmp beside it, in the form that digiKam, darktable and Lightroom read: title, caption, alt text, keywords, rating, date and place. A photo of which nothing is known has none.",
            "With '--embed', this XMP is in JPEG, PNG, TIFF, WebP, HEIF, AVIF, JPEG XL, MP4 and QuickTime files instead, together with their own XMP; pixels and samples stay as they are. Other files have it beside them, and so do photos with something behind the picture that could not be found again. A photo with XMP in it is not the original byte for byte; the manifest has the hashes of both.",
            "The file filmgate-manifest.jsonl in FOLDER has all of it, with albums, folders and their order. With it, 'filmgatectl import FOLDER' makes the same library again, in an empty library. A folder holds one export: with a different '--without', '--embed', '--album' or '--where', export to a different folder.",
            "Nothing of others is overwritten: if a name is taken, the new file gets a number. Files of an earlier run, with the same name, size and date, are not written again; its manifest is replaced, and so are its XMP files that nothing else has changed. To continue an interrupted export, run it again.",
            "With '--without location', neither the files nor XMP nor the manifest tell where the photos were taken. A file from which this cannot be removed is not written, nor is the data of edits, nor an XMP file with which a photo was imported.",
            "If an album and a folder have the same name and place, '--album Travel' is the album, and '--album Travel/' is both. A smart album or a moment becomes a folder with its title.",
        ],
        operands: [
            CommandOperand(
                "FOLDER", completion: .folders, isPath: true, "The folder to write to; it is created if it is missing")
        ],
        options: [
            ExportOption.album, AssetChoice.condition, ExportOption.trash, ExportOption.without,
            ExportOption.embed, ExportOption.noSidecars, ExportOption.copies, .quiet,
        ],
        examples: [
            Example("export /media/stick/Photos", "The whole library."),
            Example("export --album Travel --where 'rating >= 3' /tmp/web", "The better photos in a folder's albums."),
            Example("export --without location /tmp/shared", "For people who need not know where you live."),
        ]
    ) { invocation in
        try invocation.exclude(ExportOption.trash, ExportOption.album)
        let without = try kinds(invocation, ExportOption.without)
        let library = try await invocation.library()
        let tree = try await library.collectionTree([.album], counting: true)
        let chosen = try await chosen(invocation, library, tree)
        // Uses the condition before creating the folder, so that an invalid condition leaves no empty folder behind.
        let condition = invocation.text(AssetChoice.condition)
        let query = ExportQuery(condition: condition, includesTrash: invocation.has(ExportOption.trash))
        let rest = try await invocation.explaining(condition) { try await library.fetch(query.all) }
        if rest.count == 0 {
            invocation.note(condition == nil ? localized("The library is empty.") : localized("Nothing was found."))
        }
        var settings = LibraryExport.Settings()
        settings.links = !invocation.has(ExportOption.copies)
        settings.sidecars = !invocation.has(ExportOption.noSidecars)
        settings.embeds = invocation.has(ExportOption.embed)
        settings.without = without
        settings.selection = selection(chosen, query)
        settings.library = try await library.maintenance.summary().library
        invocation.interruption.prepare()
        let display = invocation.progress(localized("Exporting"), quiet: invocation.has(.quiet))
        var run = try ExportRun(
            library, tree, chosen: chosen, query, to: ExportTree(invocation.paths[0]), settings,
            invocation.interruption
        ) { done, total in await display.show(done: done, total: total) }
        let isWhole = try await run.write(rest)
        await display.finish()
        let report = run.report
        try invocation.write(report, orText: report.text)
        if !invocation.writesJSON { invocation.error.writeIfPossible(report.failureText) }
        guard isWhole else {
            throw CommandFailure(
                .interrupted, localized("Interrupted. The files written so far stay."),
                advice: localized("Run the same command again to continue."))
        }
        return report.failures.isEmpty ? .success : .inputOutput
    }

    /// Returns a hash of the selection, so that the manifest does not reveal it; nil for the whole library.
    private static func selection(_ chosen: CollectionTree.Node?, _ query: ExportQuery) -> String? {
        guard chosen != nil || query.condition != nil || query.includesTrash else { return nil }
        let trash = query.includesTrash ? "\ntrash" : ""
        return ExportManifest.hash(of: Array("\(chosen?.id.description ?? "")\n\(query.condition ?? "")\(trash)".utf8))
    }

    /// Returns the album or folder that `--album` names; nil for the whole library.
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
}
