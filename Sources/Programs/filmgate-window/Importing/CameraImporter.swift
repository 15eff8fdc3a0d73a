import Filmgate
import FilmgateCameraJobs
import FilmgateLibraryTools
import FilmgateModel
import FilmgateSystem
import FilmgateText

/// Imports the files of a camera with the choices of the person.
struct CameraImporter {
    let library: PhotoLibrary
    let contents: CameraContents
    let choices: ImportChoices

    /// A progress report of `transfer`.
    private nonisolated enum TransferReport: Sendable {
        /// The total number of transferred bytes.
        case bytes(UInt64)
        case batch(CameraImport.Batch, files: Int)
    }

    func run(_ progress: ImportProgress) async -> ImportResults {
        let undoNames = UndoNames()
        let plan = contents.plan(again: choices.includesDeleted)
        let (reports, reporting) = AsyncStream.makeStream(of: TransferReport.self)
        let work = Task { [self, interruption = progress.interruption] in
            await Self.transfer(
                plan, contents.camera.port, choices, library, undoNames, interruption, reporting)
        }
        var results = ImportResults(contents.files.failures)
        var done = CameraProgress(plan)
        for await report in reports {
            switch report {
            case .bytes(let bytes): done.transfer(bytes)
            case .batch(let batch, let files):
                results.add(batch.outcome)
                done.finish(files)
            }
            progress.show(done: done.files, total: plan.count, fraction: done.fraction)
        }
        results.stop = await work.value
        // If counting fails, the summary does not mention hidden photos.
        results.hidden = (try? await library.countHidden(among: results.placed)) ?? 0
        results.undoNames = undoNames.names
        return results
    }

    /// Transfers and imports the files on a different thread, because the calls to the camera block.
    ///
    /// - Returns: an error message if the import failed; nil if it is complete, or if the person stopped it.
    @concurrent
    private nonisolated static func transfer(
        _ plan: CameraImportPlan, _ port: String, _ choices: ImportChoices, _ library: PhotoLibrary,
        _ undoNames: UndoNames,
        _ interruption: Interruption, _ reporting: AsyncStream<TransferReport>.Continuation
    ) async -> String? {
        defer { reporting.finish() }
        do {
            let session = try CameraSession(at: port, interruption)
            guard let staging = try session.staging() else {
                return localized("A different import from a camera is running.")
            }
            var work = CameraImport(
                session.connection, staging, try await session.history(of: library),
                CameraDateConverter(of: session.camera),
                to: library)
            work.settings.leavesOutDeleted = !choices.includesDeleted
            work.settings.undoNames = undoNames
            var filer = try await choices.filer(in: library, undoNames: undoNames)
            var bytes: UInt64 = 0
            for batch in plan.batches() {
                guard !interruption.isRequested else { return nil }
                let before = bytes
                try await work.run(batch, while: { !interruption.isRequested }) { part in
                    reporting.yield(.bytes(before &+ part))
                } each: { result throws(PhotoLibraryError) in
                    reporting.yield(.batch(result, files: batch.count))
                    try await filer?.file(result.outcome.placed)
                }
                bytes = batch.reduce(bytes) { $0.addingReportingOverflow($1.size ?? 0).partialValue }
            }
            return nil
        } catch {
            return CameraText.reason(error, port)
        }
    }
}
