package import Filmgate
package import FilmgateCameraJobs
import FilmgateHashing
import FilmgateModel
package import FilmgateSystem
import Glibc

/// The import of new files from a camera. Each batch is transferred into a folder and imported from there; then the
/// files that are in the library are recorded, and the folder is emptied.
package struct CameraImport {
    package let connection: CameraConnection
    package let staging: CameraStagingFolder
    package let history: CameraImportHistory
    package let library: PhotoLibrary
    package let clock: CameraDateConverter
    package var settings = ImportSettings()
    package var pairing = true
    package var keepsUnknown = false

    package init(
        _ connection: CameraConnection, _ staging: CameraStagingFolder, _ history: CameraImportHistory,
        _ clock: CameraDateConverter,
        to library: PhotoLibrary
    ) {
        (self.connection, self.staging, self.history) = (connection, staging, history)
        (self.clock, self.library) = (clock, library)
    }

    /// The result of one batch. All paths, even the paths of failures, are paths on the camera.
    package struct Batch: Sendable {
        package var outcome = BatchOutcome()
        package var skipped = SkippedFiles()
        /// The imported files of the batch.
        package var records: [CameraImportRecord] = []
    }

    /// The reason why an import ended early.
    package enum StopReason: Error, Sendable {
        case camera(CameraFault)
        case library(PhotoLibraryError)
        case disk(Errno)
    }

    /// The number of consecutive failures after which the device counts as disconnected.
    private static let mostFaults = 3

    /// - Parameters:
    ///   - progress: called with the number of bytes that have been transferred.
    ///   - each: called after the files have been imported, before they are removed from the folder.
    /// - Throws: `StopReason`. Files that were imported before the error are recorded, unless `each` threw the error.
    package func run(
        _ entries: [CameraFile], while shouldContinue: () -> Bool, progress: (UInt64) async -> Void,
        each: (Batch) async throws(PhotoLibraryError) -> Void
    ) async throws(StopReason) {
        var batch = Batch()
        var (stop, hashes) = await transfer(entries, &batch, while: shouldContinue, progress)
        let ending = await importStaged(&batch, hashes, while: shouldContinue)
        stop = stop ?? ending.map { .library($0) }
        do throws(PhotoLibraryError) { try await each(batch) } catch {
            stop = stop ?? .library(error)
            // Does not record these files, so that the next import transfers them again and adds them to their albums.
            batch.records = []
        }
        do throws(Errno) {
            try history.add(batch.records)
            try staging.clear()
        } catch { stop = stop ?? .disk(error) }
        if let stop { throw stop }
    }

    /// Transfers files into the staging folder. Adds files that cannot be read to the failures of the batch.
    private func transfer(
        _ entries: [CameraFile], _ batch: inout Batch, while shouldContinue: () -> Bool,
        _ progress: (UInt64) async -> Void
    ) async -> (StopReason?, [DiskPath: ContentHash]) {
        var hashes: [DiskPath: ContentHash] = [:]
        var faults = 0
        var bytes: UInt64 = 0
        for (index, entry) in entries.enumerated() {
            guard shouldContinue() else {
                batch.outcome.left += entries.count - index
                return (nil, hashes)
            }
            let staged: (path: DiskPath, file: OwnedDescriptor)
            do throws(Errno) { staged = try staging.create(entry) } catch .exists, Errno(rawValue: ENAMETOOLONG) {
                batch.outcome.failures.add(DiskPath(entry.path), "A file with its name cannot be kept.")
                continue
            } catch {
                batch.outcome.left += entries.count - index
                return (error == .noSpace ? .camera(CameraFault(.noSpace)) : .disk(error), hashes)
            }
            do throws(CameraFault) {
                guard staging.hasRoom(for: entry) else { throw .init(.noSpace) }
                try await read(entry, into: staged.file, after: bytes, progress)
                faults = 0
                // If the hash cannot be computed, the file is not recorded, and the next import transfers it again.
                hashes[staged.path] = try? SHA256Hasher.hash(of: staged.file)
            } catch {
                staging.remove(staged.path)
                // An error that concerns only this file does not mean that the device failed.
                faults = error.kind == .failed ? faults + 1 : 0
                guard !error.endsImport, faults < CameraImport.mostFaults else {
                    batch.outcome.left += entries.count - index
                    return (error.kind == .cancelled ? nil : .camera(error), hashes)
                }
                batch.outcome.failures.add(DiskPath(entry.path), error.sentence)
            }
            bytes = bytes.addingReportingOverflow(entry.size ?? 0).partialValue
            await progress(bytes)
        }
        return (nil, hashes)
    }

    private func read(
        _ entry: CameraFile, into file: OwnedDescriptor, after bytes: UInt64, _ progress: (UInt64) async -> Void
    ) async throws(CameraFault) {
        try connection.begin(reading: entry, into: file)
        while let done = try connection.readOn(entry, file) {
            await progress(bytes.addingReportingOverflow(done).partialValue)
        }
        clock.setDate(of: entry, on: file)
    }

    /// Imports the files in the staging folder in the same way as files on a disk.
    ///
    /// - Returns: the error that ended the import early; nil if there was none.
    private func importStaged(
        _ batch: inout Batch, _ hashes: [DiskPath: ContentHash], while shouldContinue: () -> Bool
    ) async -> PhotoLibraryError? {
        let places: [FoundPath]
        do throws(Errno) { places = try staging.places } catch {
            return .inputOutput("\(error).")
        }
        let walk = ScannedFiles(places)
        let plan = ImportPlan(walk, pairing: pairing, keepsUnknown: keepsUnknown)
        for path in plan.skipped.paths { batch.skipped.add(onCamera(path)) }
        var outcome = BatchOutcome()
        let ending = await FileImporter(to: library, settings).run(plan.groups, while: shouldContinue) { _, part in
            outcome.add(part)
        }
        let failed = Set((outcome.failures + walk.failures).map(\.path))
        let placed = Dictionary(outcome.placed.map { ($0.file, $0.asset) }) { first, _ in first }
        for item in plan.items {
            guard let asset = placed[item.file] else { continue }
            for file in item.files where !failed.contains(file.path) {
                guard let entry = staging.entry(at: file.path), let hash = hashes[file.path] else { continue }
                batch.records.append(CameraImportRecord(entry, hash, asset))
            }
        }
        outcome.failures = (outcome.failures + walk.failures).map { failure in
            FailedFile(path: onCamera(failure.path), reason: failure.reason)
        }
        outcome.duplicates = outcome.duplicates.map(onCamera)
        outcome.deleted = outcome.deleted.map(onCamera)
        outcome.left += ending.left
        batch.outcome.add(outcome)
        return ending.stop
    }

    /// Returns the path on the camera of a file in the staging folder.
    private func onCamera(_ path: DiskPath) -> DiskPath { staging.entry(at: path).map { DiskPath($0.path) } ?? path }
}

extension CameraFault {
    /// Whether the error prevents reading or deleting other files, too.
    package var endsImport: Bool {
        switch kind {
        case .cancelled, .ended, .noSpace, .notWritten, .notFound, .inUse, .notAllowed: true
        case .notSupported, .noSuchFile, .changed, .incomplete, .tooMany, .failed: false
        }
    }

    /// The reason why a file was not read, as an English sentence.
    package var sentence: String { sentence("The camera could not read it") }

    /// The reason why a file was not deleted, as an English sentence.
    package var deletionSentence: String { sentence("The camera could not delete it") }

    private func sentence(_ usual: String) -> String {
        switch kind {
        case .incomplete: "The camera sent a different number of bytes than it reported."
        case .noSuchFile: "The camera no longer has it."
        case .changed: "It has changed on the camera."
        case .notSupported: "The camera does not allow it."
        default: detail.isEmpty ? "\(usual)." : "\(usual): \(detail)."
        }
    }
}
