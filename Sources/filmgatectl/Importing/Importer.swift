internal import FilmgateImporting
internal import Filmgate

/// Imports files, and shows the progress.
struct Importer {
    let library: PhotoLibrary
    let display: ProgressDisplay
    var settings = ImportSettings()

    /// The result of an import.
    struct Outcome {
        var report = ImportReport()
        /// The photos that are now in the library, in the order of the files.
        var placed: [PlacedFile] = []
        /// An error that ended it early.
        var stop: PhotoLibraryError?
    }

    func run(_ plan: ImportPlan, failures: [FailedFile] = []) async -> Outcome {
        var report = ImportReport()
        var placed: [PhotoFile: PlacedFile] = [:]
        report.skipped = plan.skipped
        report.failures = failures
        var progress = (files: 0, bytes: UInt64(0))
        let total = (files: plan.count, bytes: plan.bytes)
        await display.show(done: 0, total: total.files, bytes: (0, total.bytes))
        let ending = await FileImporter(to: library, settings).run(
            plan.groups, while: { !Interruption.isRequested }
        ) { items, outcome in
            report.add(outcome)
            for one in outcome.placed { placed[one.file] = one }
            progress.files += items.count
            progress.bytes += items.reduce(0) { $0.addingReportingOverflow($1.bytes).partialValue }
            await display.show(done: progress.files, total: total.files, bytes: (progress.bytes, total.bytes))
        }
        report.left += ending.left
        await display.finish()
        report.elapsed = await display.elapsed
        report.assets = Set(placed.values.filter(\.isNew).compactMap(\.asset)).count
        return Outcome(report: report, placed: plan.items.compactMap { placed[$0.file] }, stop: ending.stop)
    }
}
