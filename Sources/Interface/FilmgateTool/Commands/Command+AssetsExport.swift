import Filmgate
import FilmgateLibraryTools
import FilmgateText

private enum ExportOption {
    static let all = Option("all", "Export all photos and videos, including hidden ones")
    static let without = Option(
        "without", value: .one("KINDS"), completion: .list(kinds),
        "Remove metadata from the written files: location, captions or metadata, separated by commas")
    static let kinds = MetadataKind.allCases.map(\.rawValue)
}

extension Command {
    static let exportAssets = Command(
        "assets", "export", summary: "Write original files of assets to a folder",
        details: [
            "The files get their original names, and the date when the photo was taken. Nothing is overwritten: if a name is taken, the new file gets a number. The folder is created if it is missing.",
            "With '--without location' the files do not tell where the photos were taken: neither coordinates nor names of places. 'captions' are titles, captions, alt texts, keywords and names of persons; 'metadata' is what names the camera and its owner. Pictures and sound stay as they are. A file from which something cannot be removed is not written.",
        ],
        operands: [
            CommandOperand(
                "ID", count: .any,
                "Identifiers from 'assets list', the beginning of one, or a file name; none with --all"),
            CommandOperand("FOLDER", completion: .folders, isPath: true, "The folder to write to"),
        ],
        options: [ExportOption.all, ExportOption.without, .quiet],
        examples: [
            Example("assets export ID /tmp/photos", "One photo."),
            Example("assets export --all /media/stick", "The whole library."),
            Example("assets export --without location,metadata ID /tmp/web", "A photo to be shown to everybody."),
        ]
    ) { invocation in
        let names = Array(invocation.operands.dropLast())
        guard names.isEmpty == invocation.has(ExportOption.all) else {
            throw invocation.usage(localized("Name assets, or give --all."))
        }
        let without = try kinds(invocation, ExportOption.without)
        let library = try await invocation.library()
        let display = invocation.progress(localized("Exporting"), quiet: invocation.has(.quiet))
        func exporter() throws -> Exporter {
            let folder = try ExportFolder(invocation.paths.last ?? DiskPath("."))
            return Exporter(library: library, folder: folder, without: without)
        }
        var report = ExportReport()
        invocation.interruption.prepare()
        if invocation.has(ExportOption.all) {
            let request = FetchRequest.assets.oldestFirst.includingHidden.includingBurstMembers
                .reading([.creationDate, .fileSize])
            let result = try await library.fetch(request)
            try await report.export(result, of: result.count, exporter(), display, invocation.interruption)
        } else {
            let assets = try await library.assets(withIdentifiers: AssetNameResolver(library: library).assets(names))
            try await report.export(assets.stream, of: assets.count, exporter(), display, invocation.interruption)
        }
        await display.finish()
        try invocation.write(report, orText: report.text)
        if !invocation.writesJSON { invocation.error.writeIfPossible(report.failureText) }
        if report.left > 0 {
            throw CommandFailure(
                .interrupted,
                counted(
                    "Interrupted. {n} asset is not exported yet.", "Interrupted. {n} assets are not exported yet.",
                    report.left))
        }
        return report.failures.isEmpty ? .success : .inputOutput
    }

    static func kinds(_ invocation: Invocation, _ option: Option) throws(CommandFailure) -> Set<MetadataKind> {
        let expected = localized("location, captions or metadata")
        let kinds = try invocation.value(option, expected: expected) { text in
            let names = text.split(separator: ",").map { MetadataKind(rawValue: String($0)) }
            return names.contains(nil) ? nil : Set(names.compactMap(\.self))
        }
        return kinds ?? []
    }
}

private struct ExportReport: Encodable {
    struct FailedAsset: Encodable {
        let id: String
        let reason: String
    }

    var exported = 0
    var bytes: UInt64 = 0
    var failures: [FailedAsset] = []
    var left = 0

    private enum CodingKeys: String, CodingKey {
        case exported, bytes, left
        case failures = "failed"
    }

    /// - Throws: errors that affect all assets, such as a folder that cannot be written to.
    mutating func export<Assets: AsyncSequence>(
        _ assets: Assets, of total: Int, _ exporter: Exporter, _ display: ProgressDisplay,
        _ interruption: Interruption
    ) async throws where Assets.Element == Asset {
        var done = 0
        for try await asset in assets {
            guard !interruption.isRequested else {
                left = total - done
                return
            }
            do {
                bytes += try await exporter.export(asset)
                exported += 1
            } catch let error as PhotoLibraryError where error.isOfOneAsset {
                failures.append(FailedAsset(id: asset.id.description, reason: error.message))
            }
            done += 1
            await display.show(done: done, total: total)
        }
    }

    var text: String {
        let size = ["size": AmountText.bytes(bytes)]
        return counted("Exported {n} asset ({size}).", "Exported {n} assets ({size}).", exported, size) + "\n"
    }

    var failureText: String {
        guard !failures.isEmpty else { return "" }
        return counted("Not exported: {n}", "Not exported: {n}", failures.count) + "\n"
            + failures.map { "  \($0.id): \(Text.printable($0.reason))\n" }.joined()
    }
}

extension [Asset] {
    fileprivate var stream: AsyncStream<Asset> {
        AsyncStream { continuation in
            for asset in self { continuation.yield(asset) }
            continuation.finish()
        }
    }
}
