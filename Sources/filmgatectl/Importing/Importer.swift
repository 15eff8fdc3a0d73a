internal import FilmgateImporting
internal import Filmgate

/// Imports files, and shows the progress.
struct Importer {
    let library: PhotoLibrary
    let display: ProgressDisplay

    /// The result of an import.
    struct Outcome {
        var report = ImportReport()
        /// The photos that are now in the library, in the order of the files.
        var placed: [PlacedFile] = []
        /// An error that ended it early.
        var stop: PhotoLibraryError?
    }

    func run(_ walk: PhotoWalk) async -> Outcome {
        var report = ImportReport()
        var placed: [PhotoFile: PlacedFile] = [:]
        report.skipped = walk.skipped
        report.failures = walk.failures
        var progress = (files: 0, bytes: UInt64(0))
        let total = walk.bytes
        await display.show(done: 0, total: walk.files.count, bytes: (0, total))
        let ending = await FileImporter(to: library).run(walk.files, while: { !Interruption.isRequested }) {
            files, outcome in
            report.add(outcome)
            for one in outcome.placed { placed[one.file] = one }
            progress.files += files.count
            progress.bytes += files.reduce(0) { $0 + $1.size }
            await display.show(done: progress.files, total: walk.files.count, bytes: (progress.bytes, total))
        }
        report.left += ending.left
        await display.finish()
        report.elapsed = await display.elapsed
        return Outcome(report: report, placed: walk.files.compactMap { placed[$0] }, stop: ending.stop)
    }
}
