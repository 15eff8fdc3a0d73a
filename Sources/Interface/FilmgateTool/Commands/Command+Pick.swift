import Filmgate
import FilmgateLibraryTools
import FilmgateText

private enum PickOption {
    static let limit = Option(
        "limit", letter: "n", value: .one("COUNT"), "How many can be picked; 0: any number (default: 1)")
    static let filter = Option(
        "filter", value: .one("CONDITION"),
        "Offer only what meets a condition over media-type, subtypes and playback-style")
    static let ordered = Option("ordered", "Let the order count")
    static let album = Option(
        "album", value: .one("ALBUM"), completion: .names(.anyAlbums),
        "Begin in this album: its title or identifier, or 'favorites', 'videos' …")
    static let search = Option("search", value: .one("WORDS"), "Begin with a search for these words")
    static let prompt = Option("prompt", value: .one("TEXT"), "What the question says, as a quotation")
    static let maxDuration = Option("max-duration", value: .one("SECONDS"), "Trim longer videos")
    static let compatible = Option("compatible", "Convert to JPEG, PNG, WebP or MP4 what is none of these")
    static let without = Option(
        "without", value: .one("KINDS"), completion: .list(MetadataKind.allCases.map(\.rawValue)),
        "Remove metadata from the files: location, captions or metadata, separated by commas")
    static let output = Option(
        "output", letter: "o", value: .one("PATH"), completion: .folders, "Write the files to this folder")
}

extension Command {
    static let pick = Command(
        "pick", summary: "Let the person pick photos and videos",
        details: [
            "An agent asks, as for any app ('filmgatectl agent' starts one). The output names what was picked: the identifier of each asset, or with --output the file that was written. If the person cancels, nothing is written, and the exit code is 130.",
            "The person can change what is removed from the files. Nothing in the folder is overwritten.",
        ],
        options: [
            PickOption.limit, PickOption.filter, PickOption.ordered, PickOption.album, PickOption.search,
            PickOption.prompt, PickOption.maxDuration, PickOption.compatible, PickOption.without, PickOption.output,
        ],
        examples: [
            Example("pick", "The identifier of one photo or video."),
            Example("pick --limit 0 --without location -o /tmp/web", "Files for a web page, without places."),
        ]
    ) { invocation in
        var configuration = try configuration(invocation)
        let library = try await invocation.library()
        if let name = invocation.text(PickOption.album) {
            let smart = SmartAlbumSubtype(rawValue: name)?.id
            configuration.album =
                if let smart { smart } else { try await invocation.anyAlbum(named: name, in: library) }
        }
        let results = try await library.pick(configuration)
        guard !results.isEmpty else {
            if invocation.writesJSON { try invocation.output.write("[]\n") }
            return .interrupted
        }
        var records: [PickRecord] = []
        if let path = invocation.text(PickOption.output) {
            let folder = try ExportFolder(DiskPath(path))
            for result in results { records += try await write(result, to: folder) }
        } else {
            records = results.map { PickRecord($0, file: nil, mimeType: $0.itemProvider.mimeTypes.first) }
        }
        let lines = records.map { Text.printable($0.file ?? $0.id ?? "") + "\n" }.joined()
        try invocation.write(records, orText: lines)
        return .success
    }

    private static func configuration(_ invocation: Invocation) throws(CommandFailure) -> PickerConfiguration {
        var configuration = PickerConfiguration()
        if let limit = try invocation.number(PickOption.limit, 0...UInt32(PickerConfiguration.mostItems)) {
            configuration.limit = limit == 0 ? PickerConfiguration.mostItems : Int(limit)
        }
        configuration.filter = invocation.text(PickOption.filter)
        configuration.isOrdered = invocation.has(PickOption.ordered)
        configuration.search = invocation.text(PickOption.search)
        configuration.prompt = invocation.text(PickOption.prompt)
        configuration.maxDuration = try invocation.value(
            PickOption.maxDuration, expected: localized("a number of seconds, such as 2.5")
        ) { text in Double(text).flatMap { $0.isFinite && $0 > 0 ? $0 : nil } }
        configuration.representation = invocation.has(PickOption.compatible) ? .compatible : .current
        configuration.removed = try kinds(invocation, PickOption.without)
        return configuration
    }

    /// Writes the files of an item. If a file with one of the names exists, all names get the same number.
    private static func write(_ result: PickerResult, to folder: ExportFolder) async throws -> [PickRecord] {
        let loaded = try await result.itemProvider.load().files
        let files = try folder.create(loaded.map { ExportName($0, of: result) })
        var records: [PickRecord] = []
        do {
            for (picked, file) in zip(loaded, files) {
                _ = try await file.fill(from: picked.content)
                records.append(PickRecord(result, file: file.name, mimeType: picked.mimeType))
            }
        } catch {
            for file in files { file.remove() }
            throw error
        }
        return records
    }
}

/// A picked item, or one of its files, as `--json` writes it.
private struct PickRecord: Encodable {
    let id: String?
    let file: String?
    let mediaType: String
    let mimeType: String?
    let altText: String?
    let removed: [String]

    private enum CodingKeys: String, CodingKey {
        case id, file, removed
        case mediaType = "media-type"
        case mimeType = "mime-type"
        case altText = "alt-text"
    }

    init(_ result: PickerResult, file: String?, mimeType: String?) {
        id = result.assetIdentifier?.description
        self.file = file
        mediaType = result.mediaType.rawValue
        self.mimeType = mimeType
        altText = result.altText
        removed = MetadataKind.allCases.filter(result.removed.contains).map(\.rawValue)
    }
}

extension ExportName {
    /// Names a picked file after the original, with the extension of the picked file's format.
    fileprivate init(_ file: PickedFile, of result: PickerResult) {
        let ending = ExportName.ending(for: file.mimeType)
        let isOriginal = file.pixelWidth == nil && file.type != .pairedVideo
        let original = result.filename.map { ExportName($0) }
        if isOriginal, let original, !original.ending.isEmpty {
            self = original
        } else {
            let stem = original?.stem ?? result.assetIdentifier?.description ?? result.mediaType.rawValue
            self.init(stem + ending)
        }
    }
}
