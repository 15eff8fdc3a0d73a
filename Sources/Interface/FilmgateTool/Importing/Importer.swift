import Filmgate
import FilmgateLibraryTools

/// Imports files, and shows the progress.
struct Importer {
    let library: PhotoLibrary
    let display: ProgressDisplay
    let interruption: Interruption
    var settings = ImportSettings()

    struct ImportResult {
        var report = ImportReport()
        /// The photos that are now in the library, in the order of the files.
        var placed: [ImportedFile] = []
        /// The error that ended the import early.
        var stop: PhotoLibraryError?
    }

    func run(_ plan: ImportPlan, failures: [FailedFile] = []) async -> ImportResult {
        var tally = ImportTally(plan, failures, display)
        await tally.show()
        let ending = await FileImporter(to: library, settings).run(
            plan.groups, while: { !interruption.isRequested }
        ) { items, outcome in await tally.add(items, outcome) }
        return await tally.finish(ending)
    }
}

/// Collects the result of an import, and shows its progress.
struct ImportTally {
    var report = ImportReport()
    private let plan: ImportPlan
    private let display: ProgressDisplay
    private let total: (files: Int, bytes: UInt64)
    private var done = (files: 0, bytes: UInt64(0))
    private var placed: [PhotoFile: ImportedFile] = [:]

    init(_ plan: ImportPlan, _ failures: [FailedFile], _ display: ProgressDisplay) {
        (self.plan, self.display) = (plan, display)
        total = (plan.count, plan.bytes)
        report.skipped = plan.skipped
        report.failures = failures
    }

    func show() async {
        await display.show(done: done.files, total: total.files, bytes: (done.bytes, total.bytes))
    }

    mutating func add(_ items: [ImportItem], _ outcome: BatchOutcome) async {
        report.add(outcome)
        for one in outcome.placed { placed[one.file] = one }
        done.files += items.count
        done.bytes += items.reduce(0) { $0.addingReportingOverflow($1.bytes).partialValue }
        await show()
    }

    mutating func finish(_ ending: FileImporter.ImportEnd) async -> Importer.ImportResult {
        report.left += ending.left
        await display.finish()
        report.elapsed = await display.elapsed
        report.assets = Set(placed.values.filter(\.isNew).compactMap(\.asset)).count
        return Importer.ImportResult(
            report: report, placed: plan.items.compactMap { placed[$0.file] }, stop: ending.stop)
    }
}
