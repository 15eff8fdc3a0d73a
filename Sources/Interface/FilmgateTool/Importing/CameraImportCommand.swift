import Filmgate
import FilmgateCameraJobs
import FilmgateLibraryTools
import FilmgateText

/// Runs `import --camera`: imports new files from a camera or phone, and deletes them there if requested.
struct CameraImportCommand {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    /// Returns whether `--camera` is given. Throws if an option or operand cannot be combined with it, or if it is
    /// missing although a given option needs it.
    static func isMeant(_ invocation: Invocation) throws(CommandFailure) -> Bool {
        guard invocation.has(ImportOption.camera) else {
            let needing = [
                ImportOption.cameraPort, ImportOption.again, ImportOption.deleteAfter, ConfirmationPrompt.option,
            ]
            if let option = needing.first(where: invocation.has) {
                throw invocation.usage(localized("'--{option}' needs '--camera'.", ["option": option.name]))
            }
            return false
        }
        for option in [ImportOption.from, ImportOption.folders, ImportOption.shouldContinue, ImportOption.move] {
            try invocation.exclude(ImportOption.camera, option)
        }
        try invocation.exclude(ImportOption.deleteAfter, ImportOption.dryRun)
        guard invocation.arguments.isEmpty else {
            throw invocation.usage(localized("'--camera' takes no PATH. To choose a camera, give '--camera-port'."))
        }
        return true
    }

    func run() async throws -> ExitCode {
        let deletes = invocation.has(ImportOption.deleteAfter)
        if deletes { try ConfirmationPrompt.check(because: CameraImportCommand.reason, invocation) }
        let library = try await invocation.library()
        invocation.interruption.prepare()
        let device = try CameraDevice(invocation)
        let found = try device.files()
        let history = try await device.history(invocation, library)
        let ignoresHistory = invocation.has(ImportOption.again)
        let plan = CameraImportPlan(found.entries, keepsUnknown: invocation.has(ImportOption.keepUnknown)) { entry in
            !ignoresHistory && history[entry] != nil
        }
        if invocation.has(ImportOption.dryRun) {
            let preview = CameraImportPreview(device.camera, plan, failures: found.failures)
            try invocation.write(preview, orText: preview.text)
            return .success
        }
        let work = CameraImport(
            device.connection, try device.staging(), history, CameraDateConverter(of: device.camera), to: library)
        var conclusion = try await imported(plan, found.failures, with: work, device)
        conclusion.report.camera = device.camera
        conclusion.report.earlier = plan.earlier.count
        let isComplete = conclusion.stop == nil && conclusion.report.left == 0
        guard deletes, isComplete else { return try await conclusion.write() }
        let cleaner = CameraCleaner(invocation, device, library, candidates: found.entries.compactMap { history[$0] })
        guard invocation.writesJSON else {
            let code = try await conclusion.write()
            let deleted = try await cleaner.run()
            try invocation.output.write(deleted.text)
            invocation.error.writeIfPossible(deleted.failureText)
            return try deleted.conclude(code, isInterrupted: invocation.interruption.isRequested)
        }
        let deleted: CameraDeletionReport
        do { deleted = try await cleaner.run() } catch {
            // Reports the imported files, although the deletion failed.
            _ = try await conclusion.write()
            throw error
        }
        conclusion.report.deletion = deleted
        let code = try await conclusion.write()
        return try deleted.conclude(code, isInterrupted: invocation.interruption.isRequested)
    }

    private func imported(
        _ plan: CameraImportPlan, _ failures: [FailedFile], with given: CameraImport, _ device: CameraDevice
    ) async throws -> ImportFinisher {
        var work = given
        work.settings.allowsDamaged = !invocation.has(ImportOption.strict)
        work.pairing = !invocation.has(ImportOption.noPairing)
        work.keepsUnknown = invocation.has(ImportOption.keepUnknown)
        var filing = try await Command.filing(invocation, work.library)
        try await filing?.dryRun([], in: work.library)
        let display = invocation.progress(localized("Importing"), quiet: invocation.has(.quiet))
        var conclusion = ImportFinisher(invocation, work.library, report: ImportReport(), placed: [])
        conclusion.report.skipped = plan.skipped
        conclusion.report.failures = failures
        var done = (files: 0, bytes: UInt64(0))
        let total = (files: plan.count, bytes: plan.bytes)
        for batch in plan.batches() {
            guard conclusion.stop == nil, !invocation.interruption.isRequested else {
                conclusion.report.left += batch.count
                continue
            }
            do throws(CameraImport.StopReason) {
                try await work.run(batch, while: { !invocation.interruption.isRequested }) { bytes in
                    await display.show(
                        done: done.files, total: total.files, bytes: (done.bytes &+ bytes, total.bytes))
                } each: { result throws(PhotoLibraryError) in
                    conclusion.report.add(result.outcome)
                    conclusion.report.skipped.add(result.skipped)
                    conclusion.placed += result.outcome.placed
                    try await filing?.file(result.outcome.placed)
                }
            } catch { conclusion.stop = device.failure(error) }
            done.files += batch.count
            done.bytes += batch.reduce(0) { $0.addingReportingOverflow($1.size ?? 0).partialValue }
        }
        await display.finish()
        conclusion.report.elapsed = await display.elapsed
        conclusion.report.assets = Set(conclusion.placed.filter(\.isNew).compactMap(\.asset)).count
        conclusion.filing = filing
        return conclusion
    }

    static var reason: String { localized("Files that are deleted from a camera cannot be restored there") }
}
