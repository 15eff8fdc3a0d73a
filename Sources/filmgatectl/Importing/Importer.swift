internal import Filmgate

/// Imports files, a few batches at a time, so that the broker always has files to copy.
struct Importer {
    /// Keeps below the bus' limit of descriptors in flight for one program.
    private static let batchesInFlight = 3

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
        var stop: PhotoLibraryError?
        var progress = (files: 0, bytes: UInt64(0))
        let total = walk.bytes
        await display.show(done: 0, total: walk.files.count, bytes: (0, total))
        await withTaskGroup(of: (files: [PhotoFile], outcome: BatchOutcome).self) { group in
            var batches = ImportBatches(walk.files)
            func begin() {
                guard stop == nil, !Interruption.isRequested, let files = batches.next() else { return }
                group.addTask { [library] in
                    var batch = ImportBatch(to: library)
                    await batch.send(files)
                    return (files, batch.outcome)
                }
            }
            for _ in 0..<Importer.batchesInFlight { begin() }
            while let (files, outcome) = await group.next() {
                report.add(outcome)
                for one in outcome.placed { placed[one.file] = one }
                stop = stop ?? outcome.stop
                progress.files += files.count
                progress.bytes += files.reduce(0) { $0 + $1.size }
                await display.show(done: progress.files, total: walk.files.count, bytes: (progress.bytes, total))
                begin()
            }
            while let files = batches.next() { report.left += files.count }
        }
        await display.finish()
        report.elapsed = await display.elapsed
        return Outcome(report: report, placed: walk.files.compactMap { placed[$0] }, stop: stop)
    }
}
