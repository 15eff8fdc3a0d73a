import Filmgate
import FilmgateLibraryTools
import FilmgateText

/// Ends an import: completes and writes the report, and explains how to continue if the import is not complete.
struct ImportFinisher {
    let invocation: Invocation
    let library: PhotoLibrary
    var report: ImportReport
    var placed: [ImportedFile]
    var filing: AlbumFiler?
    /// Whether the import was interrupted before it added the photos to their albums.
    var isUnfiled = false
    /// Whether content of an export was left out, because this program may only add photos.
    var isPartial = false
    /// The reason why the import ended early.
    var stop: CommandFailure?

    init(_ invocation: Invocation, _ library: PhotoLibrary, report: ImportReport, placed: [ImportedFile]) {
        (self.invocation, self.library, self.report, self.placed) = (invocation, library, report, placed)
    }

    /// - Throws: `CommandFailure` if the import is not complete.
    mutating func write() async throws -> ExitCode {
        await complete()
        try invocation.write(report, orText: report.text)
        if !invocation.writesJSON { invocation.error.writeIfPossible(report.failureText) }
        if let stop {
            let message =
                report.left == 0
                ? localized("The import stopped after the last file: {reason}", ["reason": stop.message])
                : counted(
                    "The import stopped before {n} file: {reason}", "The import stopped before {n} files: {reason}",
                    report.left, ["reason": stop.message])
            throw CommandFailure(
                stop.code, message,
                advice: PhraseJoiner.sentences([stop.advice, retry].compactMap { $0 }))
        }
        if report.left > 0 {
            throw CommandFailure(
                .interrupted,
                counted(
                    "Interrupted before {n} file. The imported photos stay in the library.",
                    "Interrupted before {n} files. The imported photos stay in the library.", report.left),
                advice: retry)
        }
        if isUnfiled {
            throw CommandFailure(
                .interrupted,
                localized("Interrupted before the albums were filled. The imported photos stay in the library."),
                advice: retry)
        }
        return report.failures.isEmpty && report.changed.isEmpty && !isPartial ? .success : .badData
    }

    private mutating func complete() async {
        if let filing { (report.filed, report.unfiled) = (filing.filed, filing.unfiled) }
        do throws(PhotoLibraryError) {
            let new = placed.filter(\.isNew)
            if !invocation.has(ImportOption.strict) {
                report.damaged = try await library.names(of: .damaged, among: new)
            }
            report.guessed = try await library.names(of: .guessedDate, among: new)
            if let filing {
                let tree = try await library.collectionTree([.smartAlbum])
                report.namesakes = filing.filed.filter { $0.isNew && tree.hasAutomaticAlbum($0.name) }
            }
            let shown = new.filter { !$0.item.isTrashed }
            report.limitedKeywords = try await library.namesWithMostKeywords(among: new)
            report.hidden = try await library.countHidden(among: shown)
            report.trashed = try await library.countInTrash(shown.compactMap(\.asset))
        } catch let error where error.preventsReading {
            // The program may only add photos, so it cannot complete the report.
        } catch .notFound {
            // A photo was deleted meanwhile, so the report stays incomplete.
        } catch { stop = stop ?? CommandFailure(error) }
    }

    private var retry: String {
        localized("To continue, run the same command again. It does not import files that are already in the library.")
    }
}

extension PhotoLibrary {
    /// Returns the names of the files whose assets have the maximum number of keywords.
    fileprivate func namesWithMostKeywords(
        among files: [ImportedFile]
    ) async throws(PhotoLibraryError) -> [String] {
        let new = Dictionary(files.compactMap { file in file.asset.map { ($0, file) } }) { first, _ in first }
        guard !new.isEmpty else { return [] }
        return try await assets(withIdentifiers: Array(new.keys), reading: [.id, .keywords])
            .filter { $0.keywords.count == ImportItem.mostKeywords }.compactMap { new[$0.id] }
            .map { String(decoding: $0.file.path.name, as: UTF8.self) }.sorted()
    }

    /// Returns the names of the files whose assets have a subtype.
    fileprivate func names(
        of subtype: MediaSubtype, among files: [ImportedFile]
    ) async throws(PhotoLibraryError) -> [String] {
        let new = Dictionary(files.compactMap { file in file.asset.map { ($0, file) } }) { first, _ in first }
        guard !new.isEmpty else { return [] }
        let marked = FetchRequest<Asset>.assets.includingHidden.includingBurstMembers
            .where(AssetFields().mediaSubtypes.contains(subtype)).reading([.id])
        return try await all(marked).compactMap { new[$0.id] }
            .map { String(decoding: $0.file.path.name, as: UTF8.self) }.sorted()
    }

    /// Returns the number of these assets that have the same original as an asset in the trash.
    fileprivate func countInTrash(_ assets: [AssetID]) async throws(PhotoLibraryError) -> Int {
        guard !assets.isEmpty else { return 0 }
        let trash = FetchRequest.assets(in: .trash).includingHidden.reading([.contentHash])
        let hashes = Set(try await all(trash).compactMap(\.contentHash))
        guard !hashes.isEmpty else { return 0 }
        return try await self.assets(withIdentifiers: assets, reading: [.contentHash])
            .count { $0.contentHash.map(hashes.contains) ?? false }
    }
}
