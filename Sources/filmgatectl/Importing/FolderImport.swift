import Filmgate
import FilmgateImporting
import FilmgateText

/// Imports what is written in folders or moved there, until it is interrupted.
struct FolderImport {
    let library: PhotoLibrary
    let paths: [DiskPath]
    let pairing: Bool
    /// Whether files are removed from the folders once they are in the library.
    let moves: Bool

    /// - Parameter report: is called with the result of each import.
    func run(_ report: (ImportReport) throws -> Void) async throws {
        let watch: FolderWatch
        do { watch = try FolderWatch(paths) } catch {
            throw Failure(
                .noInput,
                localized(
                    "The folder cannot be watched: {reason}", ["reason": "\(error)."]))
        }
        // What is there already; what is written meanwhile is found by the watch.
        try report(try await importFiles(PhotoWalk(watch.roots, looksInside: false)))
        while !Interruption.isRequested {
            let complete = await watch.next { !Interruption.isRequested }
            guard !complete.isEmpty else { continue }
            let result = try await importFiles(PhotoWalk(found: complete))
            if !result.isEmpty { try report(result) }
        }
    }

    private func importFiles(_ walk: PhotoWalk) async throws -> ImportReport {
        var settings = ImportSettings()
        // A file that ends early may not be complete yet.
        settings.allowsDamaged = false
        let display = ProgressDisplay(localized("Importing"), quiet: true)
        var outcome = await Importer(library: library, display: display, settings: settings)
            .run(ImportPlan(walk, pairing: pairing), failures: walk.failures)
        if let stop = outcome.stop { throw Failure(stop) }
        outcome.report.hidden = (try? await library.countHidden(among: outcome.placed)) ?? 0
        if moves {
            let failed = Set(outcome.report.failures.map(\.path))
            for placed in outcome.placed { await FileRemoval(library: library).remove(placed, except: failed) }
        }
        return outcome.report
    }
}
