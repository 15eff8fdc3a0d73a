import Filmgate
import FilmgateLibraryTools
import FilmgateText

/// Imports files that are written or moved into folders, until the command is interrupted.
struct FolderWatchImporter {
    let library: PhotoLibrary
    let invocation: Invocation
    let pairing: Bool
    /// Whether files are removed from the folders once they are in the library.
    let moves: Bool

    /// - Parameter report: called with the result of each import.
    func run(_ watch: sending FolderWatcher, _ report: (ImportReport) throws -> Void) async throws {
        // Imports the existing files. The watch finds files that are written meanwhile.
        try report(try await importFiles(ScannedFiles(watch.roots, looksInside: false)))
        while !invocation.interruption.isRequested {
            let complete: [FoundPath]
            do throws(WatchFailure) { complete = try await watch.next { !invocation.interruption.isRequested } } catch {
                throw CommandFailure(error)
            }
            guard !complete.isEmpty else { continue }
            let result = try await importFiles(ScannedFiles(found: complete))
            if !result.isEmpty { try report(result) }
        }
    }

    private func importFiles(_ walk: ScannedFiles) async throws -> ImportReport {
        var settings = ImportSettings()
        // A damaged file may only be incomplete, because a program is still writing it.
        settings.allowsDamaged = false
        let display = invocation.progress(localized("Importing"), quiet: true)
        var outcome = await Importer(
            library: library, display: display, interruption: invocation.interruption, settings: settings
        )
        .run(ImportPlan(walk, pairing: pairing), failures: walk.failures)
        if let stop = outcome.stop { throw CommandFailure(stop) }
        // Counting fails if the program may only add photos. Then the report does not mention hidden photos.
        outcome.report.hidden = (try? await library.countHidden(among: outcome.placed)) ?? 0
        if moves {
            let failed = Set(outcome.report.failures.map(\.path))
            let removal = ImportedFileRemover(library: library)
            for placed in outcome.placed { outcome.report.unremoved += await removal.remove(placed, except: failed) }
        }
        return outcome.report
    }
}

extension CommandFailure {
    init(_ failure: WatchFailure) {
        guard let setting = failure.setting else {
            self.init(
                .noInput, localized("The folder cannot be watched: {reason}", ["reason": "\(failure.reason)."]))
            return
        }
        self.init(
            .configuration,
            localized(
                "The folders cannot be watched: the computer's limit, {setting}, is reached.", ["setting": setting]),
            advice: localized(
                "An administrator can raise it: 'sysctl {setting}=NUMBER', and the same in a file in /etc/sysctl.d.",
                ["setting": setting]))
    }
}
