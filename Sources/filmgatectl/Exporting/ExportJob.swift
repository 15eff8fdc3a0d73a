internal import Filmgate
internal import FilmgateHashing
internal import FilmgateLibraries

/// A file of an asset, as an export writes it.
struct ExportedContent: Sendable {
    /// Where the bytes come from.
    enum Source: Sendable {
        case resource(AssetResource)
        /// XMP that this program made.
        case text([UInt8])
    }

    let source: Source
    var file: ExportTreeFile
    /// Nil until it is known.
    var hash: String?

    var resource: AssetResource? { if case .resource(let resource) = source { resource } else { nil } }
    var role: String { resource?.type.rawValue ?? ManifestFile.exportedSidecar }
}

/// A file to write.
struct ExportJob: Sendable {
    /// The place of the asset in its batch, and that of the file in its asset.
    let asset: Int
    let index: Int
    let content: ExportedContent
    /// Whether the bytes must be hashed.
    let hashes: Bool

    /// What was written.
    struct Result: Sendable {
        let size: UInt64
        var hash: String?
        var format: AdjustmentFormat?
    }

    /// - Parameter number: that of the temporary file.
    func write(
        to folder: ExportTreeFolder, number: Int, from library: PhotoLibrary, without: Set<MetadataKind>
    ) async throws -> Result {
        switch content.source {
        case .text(let bytes):
            let size = try await folder.write(bytes, to: content.file, number: number)
            return Result(size: size, hash: content.hash)
        case .resource(let resource):
            let opened = try await library.open(resource, without: without)
            let size = try await folder.write(opened.content, to: content.file, number: number)
            let isSame = !hashes && opened.redacted.isEmpty
            let hash = isSame ? content.hash : try await ExportJob.hash(of: opened.content)
            return Result(size: size, hash: hash, format: opened.adjustmentFormat)
        }
    }

    @concurrent
    private static func hash(of content: OwnedDescriptor) async throws -> String {
        "\(try SHA256Digest.hash(of: content))"
    }

    /// Writes files, some at the same time.
    ///
    /// - Parameter each: is called for each file, with its job.
    static func write(
        _ jobs: [ExportJob], to folder: ExportTreeFolder, from library: PhotoLibrary, without: Set<MetadataKind>,
        each: (ExportJob, Swift.Result<Result, PhotoLibraryError>) -> Void
    ) async throws {
        typealias Outcome = (number: Int, job: ExportJob, Swift.Result<Result, PhotoLibraryError>)
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            var rest = jobs[...]
            func begin(_ number: Int) {
                guard let job = rest.popFirst() else { return }
                group.addTask {
                    do {
                        let result = try await job.write(to: folder, number: number, from: library, without: without)
                        return (number, job, .success(result))
                    } catch let error as PhotoLibraryError where error.isOfOneAsset {
                        return (number, job, .failure(error))
                    }
                }
            }
            for number in 0..<ExportTreeFolder.width { begin(number) }
            while let (number, job, result) = try await group.next() {
                each(job, result)
                begin(number)
            }
        }
    }
}
