import Filmgate
import FilmgateCameraJobs
import FilmgateLibraryTools
import FilmgateText

struct CameraDeletionReport: Encodable {
    var deleted = 0
    var deletedBytes: UInt64 = 0
    /// The number of files that stay because the library does not have their bytes, or has them in the trash.
    var kept = 0
    var failures: [FailedFile] = []
    /// The number of files that were not compared or not deleted because the deletion ended early.
    var left = 0
    var isDeclined = false

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        try container.encode(deleted, forKey: "deleted")
        try container.encode(deletedBytes, forKey: "deleted-bytes")
        try container.encode(kept, forKey: "kept")
        try container.encode(failures.map { $0.path.description }, forKey: "failed")
        try container.encode(left, forKey: "left")
    }

    var text: String {
        var lines = ReportLines()
        if isDeclined || deleted == 0 {
            lines.add(localized("Nothing was deleted from the camera."))
        } else {
            lines.addCounted(
                "Deleted {n} file ({size}) from the camera.", "Deleted {n} files ({size}) from the camera.", deleted,
                ["size": AmountText.bytes(deletedBytes)])
        }
        lines.addCounted(
            "Kept on the camera, because the library does not have it: {n}.",
            "Kept on the camera, because the library does not have them: {n}.", kept)
        return lines.text
    }

    var failureText: String {
        failures.list(under: counted("Not deleted: {n}", "Not deleted: {n}", failures.count))
    }

    /// Returns the exit code of the command, given the exit code of the import.
    ///
    /// - Throws: `CommandFailure` if the deletion ended early.
    func conclude(_ code: ExitCode, isInterrupted: Bool) throws(CommandFailure) -> ExitCode {
        guard left > 0 else { return failures.isEmpty ? code : .badData }
        let message =
            isInterrupted
            ? counted(
                "Interrupted before {n} file could be deleted from the camera. It stays there.",
                "Interrupted before {n} files could be deleted from the camera. They stay there.", left)
            : counted(
                "The camera deletes nothing any more. {n} file stays there.",
                "The camera deletes nothing any more. {n} files stay there.", left)
        throw CommandFailure(
            isInterrupted ? .interrupted : .inputOutput, message,
            advice: localized("To continue, run the same command again."))
    }
}

/// Deletes the files on a camera that are also in the library, after the person has agreed.
struct CameraCleaner {
    private let invocation: Invocation
    private let device: CameraDevice
    private let library: PhotoLibrary
    private let candidates: [CameraImportRecord]

    /// - Parameter candidates: the files on the camera that were imported, now or earlier.
    init(_ invocation: Invocation, _ device: CameraDevice, _ library: PhotoLibrary, candidates: [CameraImportRecord]) {
        (self.invocation, self.device, self.library, self.candidates) = (invocation, device, library, candidates)
    }

    func run() async throws -> CameraDeletionReport {
        var report = CameraDeletionReport()
        var confirmed: [CameraImportRecord] = []
        let deletion = CameraDeletionChecker(in: library)
        let display = invocation.progress(localized("Comparing"), quiet: invocation.has(.quiet))
        for (index, record) in candidates.enumerated() where !invocation.interruption.isRequested {
            if try await deletion.holds(record) { confirmed.append(record) } else { report.kept += 1 }
            await display.show(done: index + 1, total: candidates.count)
        }
        await display.finish()
        guard !invocation.interruption.isRequested else {
            report.left = candidates.count - report.kept
            return report
        }
        guard !confirmed.isEmpty else { return report }
        let bytes = confirmed.reduce(0 as UInt64) { $0.addingReportingOverflow($1.entry.size ?? 0).partialValue }
        let question = counted(
            "Delete {n} file ({size}) from {camera}? It is in the library.",
            "Delete {n} files ({size}) from {camera}? They are in the library.", confirmed.count,
            ["size": AmountText.bytes(bytes), "camera": Text.printable(device.camera.model)])
        guard try ConfirmationPrompt.ask(question, because: CameraImportCommand.reason, invocation) else {
            report.isDeclined = true
            return report
        }
        await delete(confirmed, &report)
        return report
    }

    private func delete(_ confirmed: [CameraImportRecord], _ report: inout CameraDeletionReport) async {
        let display = invocation.progress(localized("Deleting"), quiet: invocation.has(.quiet))
        var faults = 0
        for (index, record) in confirmed.enumerated() {
            guard !invocation.interruption.isRequested, faults < 3 else {
                report.left = confirmed.count - index
                break
            }
            do throws(CameraFault) {
                try device.connection.delete(record.entry)
                report.deleted += 1
                report.deletedBytes = report.deletedBytes.addingReportingOverflow(record.entry.size ?? 0).partialValue
                faults = 0
            } catch {
                guard !error.endsImport else {
                    report.left = confirmed.count - index
                    if error.kind != .cancelled { report.failures.append(FailedFile(error, at: record)) }
                    break
                }
                faults = error.kind == .failed ? faults + 1 : 0
                report.failures.append(FailedFile(error, at: record))
            }
            await display.show(done: index + 1, total: confirmed.count)
        }
        await display.finish()
    }
}

extension FailedFile {
    fileprivate init(_ fault: CameraFault, at record: CameraImportRecord) {
        self.init(path: DiskPath(record.entry.path), reason: fault.deletionSentence)
    }
}
