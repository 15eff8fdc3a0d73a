package import Filmgate
import FilmgateHashing

/// A file that an export writes for an asset.
struct ExportedContent: Sendable {
    enum Source: Sendable {
        case resource(AssetResource)
        /// XMP that this program has generated.
        case text([UInt8])
    }

    let source: Source
    /// The XMP to embed in the copy of the resource, if the file format allows embedding.
    var packet: [UInt8]?
    /// Whether the packet is embedded in the file; nil if not known yet.
    var isEmbedded: Bool?
    /// Whether a later run would get the same value of `isEmbedded`.
    var isFinal = true
    /// Whether this is a sidecar that is written only if the packet cannot be embedded in the photo.
    var isFallback = false
    var file: ExportTreeFile
    /// The hash of the written file; nil if not known yet.
    var hash: String?
    /// Whether the folder already has the file.
    var exists = false

    var resource: AssetResource? { if case .resource(let resource) = source { resource } else { nil } }
    var role: String { resource?.type.rawValue ?? ManifestFile.exportedSidecar }
}

/// A file to write.
struct ExportJob: Sendable {
    /// The index of the asset in its batch. `index` is the index of the file among the asset's files.
    let asset: Int
    let index: Int
    let content: ExportedContent
    let hashes: Bool

    struct Result: Sendable {
        let size: UInt64
        var hash: String?
        var format: AdjustmentFormat?
        var isEmbedded = false
        var isFinal = true
    }

    private enum Event: Sendable {
        case ended(Int, ExportJob, Swift.Result<Result, PhotoLibraryError>)
        case interrupted
    }

    /// The maximum number of tries for a file that exceeds the library's limit even if no other file is being written.
    static let mostTries = 30

    /// Writes files, several at the same time. If the calls exceed the library's limit for this program, writes the
    /// remaining files one by one.
    ///
    /// - Parameters:
    ///   - write: writes the file of a job. The second argument is a number that no other running call has.
    ///   - shouldContinue: returns whether to continue. If it returns false, incomplete files are abandoned.
    ///   - interval: the pause before another try.
    ///   - each: called with each job whose file was written or failed, and the result.
    static func run(
        _ jobs: [ExportJob], by write: @escaping @Sendable (ExportJob, Int) async throws -> Result,
        while shouldContinue: @escaping @Sendable () -> Bool, interval: Duration = .seconds(1),
        each: (ExportJob, Swift.Result<Result, PhotoLibraryError>) -> Void
    ) async throws {
        guard !jobs.isEmpty else { return }
        try await withThrowingTaskGroup(of: Event.self) { group in
            var queue = ExportQueue(jobs)
            func begin(_ number: Int) {
                guard shouldContinue(), let (job, tries) = queue.next() else { return }
                group.addTask {
                    do {
                        if tries > 0 { try await Task.sleep(for: interval) }
                        return .ended(number, job, .success(try await write(job, number)))
                    } catch let error as PhotoLibraryError where error.isOfOneAsset || error.isOfTooMuch {
                        return .ended(number, job, .failure(error))
                    } catch {
                        guard !shouldContinue() else { throw error }
                        return .interrupted
                    }
                }
            }
            group.addTask {
                await Interruption.waitWhile(shouldContinue)
                return .interrupted
            }
            for number in 0..<ExportTreeFolder.width { begin(number) }
            while queue.running > 0, let event = try await group.next() {
                guard case .ended(let number, let job, let result) = event else { break }
                if case .failure(let error) = result, error.isOfTooMuch, queue.tryAgain(job) {
                    begin(number)
                    continue
                }
                queue.end(job)
                each(job, result)
                begin(number)
            }
            group.cancelAll()
            while let event = try await group.next() {
                if case .ended(_, let job, .success(let result)) = event { each(job, .success(result)) }
            }
        }
    }
}

/// The files of a batch that are not written yet.
private struct ExportQueue {
    private var rest: ArraySlice<ExportJob>
    private(set) var running = 0
    private var isOneByOne = false
    /// The number of times that the library refused the first job while no other job was running.
    private var tries = 0

    init(_ jobs: [ExportJob]) { rest = jobs[...] }

    /// - Returns: the next job; nil if no job may begin now.
    mutating func next() -> (ExportJob, tries: Int)? {
        guard !isOneByOne || running == 0, let job = rest.popFirst() else { return nil }
        running += 1
        return (job, tries)
    }

    /// Requeues a job that the library refused because a limit was reached, possibly by other jobs or programs.
    ///
    /// - Returns: false if there were already too many tries.
    mutating func tryAgain(_ job: ExportJob) -> Bool {
        if running == 1, isOneByOne { tries += 1 }
        guard tries < ExportJob.mostTries else { return false }
        isOneByOne = true
        running -= 1
        rest = [job] + rest
        return true
    }

    mutating func end(_ job: ExportJob) {
        running -= 1
        tries = 0
    }
}

extension PhotoLibraryError {
    /// Whether the error concerns only one asset, so that other assets may still succeed.
    package var isOfOneAsset: Bool {
        switch self {
        case .notFound, .inputOutput, .accessDenied, .tooLarge: true
        default: false
        }
    }

    /// Whether the same call may succeed when fewer calls are running.
    var isOfTooMuch: Bool { if case .limitsExceeded = self { true } else { false } }
}

/// An object that writes the files of jobs to one folder.
struct ExportWriter: Sendable {
    let library: PhotoLibrary
    let folder: ExportTreeFolder
    let without: Set<MetadataKind>

    /// - Parameter number: the number in the name of the temporary file.
    func write(_ job: ExportJob, number: Int) async throws -> ExportJob.Result {
        let content = job.content
        switch content.source {
        case .text(let bytes):
            let size = try await folder.write(bytes, to: content.file, number: number)
            return ExportJob.Result(size: size, hash: content.hash)
        case .resource(let resource):
            let source = ExportSource(resource, without: without, content.packet)
            let photo = try await source.open(in: library)
            let opened = photo.opened
            let size = try await folder.write(opened.content, to: content.file, number: number)
            let isSame = !job.hashes && opened.redacted.isEmpty && !photo.isEmbedded
            let hash = isSame ? content.hash : try await opened.content.manifestHash()
            return ExportJob.Result(
                size: size, hash: hash, format: opened.adjustmentFormat, isEmbedded: photo.isEmbedded,
                isFinal: photo.isFinal)
        }
    }
}

// Compiler fault: 2
/// A file of an asset, and the form in which an export writes the file.
final class ExportSource: Sendable {
    let resource: AssetResource
    let without: Set<MetadataKind>
    /// The XMP to embed in a copy of the file, if the file format allows embedding.
    let packet: [UInt8]?

    init(_ resource: AssetResource, without: Set<MetadataKind>, _ packet: [UInt8]?) {
        (self.resource, self.without, self.packet) = (resource, without, packet)
    }

    /// The opened copy with the embedded packet, or the opened file without the packet.
    struct OpenedContent: Sendable {
        let opened: OpenedResource
        let isEmbedded: Bool
        /// Whether a later try would have the same result.
        var isFinal = true
    }

    /// Opens the copy with the packet. If the packet cannot be embedded, or cannot be embedded now, opens the file
    /// without the packet.
    func open(in library: PhotoLibrary) async throws -> OpenedContent {
        var isFinal = true
        if let packet {
            let copy = ResourceWithXMP(resource, packet, without: without)
            do {
                return OpenedContent(opened: try await ExportSource.open(copy, library), isEmbedded: true)
            } catch let error as PhotoLibraryError {
                switch error {
                case .invalidContent, .tooLarge: break
                case .inputOutput: isFinal = false
                default: throw error
                }
            }
        }
        let plain = try await library.open(resource, without: without)
        return OpenedContent(opened: plain, isEmbedded: false, isFinal: isFinal)
    }

    private static func open(_ copy: ResourceWithXMP, _ library: PhotoLibrary) async throws -> OpenedResource {
        try await library.open(copy)
    }
}

extension OwnedDescriptor {
    /// Returns the hash of the whole file, in the form of `ManifestFile.hash`. Runs on a thread of Swift's pool.
    ///
    /// - Throws: `CancellationError`, or an error of reading.
    @concurrent
    func manifestHash() async throws -> String {
        var digest = SHA256Hasher()
        var offset: UInt64 = 0
        while true {
            try Task.checkCancellation()
            let part = try bytes(at: offset, count: 1 << 20)
            guard !part.isEmpty else { return "\(digest.finish())" }
            unsafe part.withUnsafeBytes { unsafe digest.update($0) }
            offset += UInt64(part.count)
        }
    }
}
