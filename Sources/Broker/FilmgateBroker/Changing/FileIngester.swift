import FilmgateModel
import FilmgateStore
import FilmgateWire
import FilmgateWorkers

/// Ingests the files of new assets: the store copies and hashes them, then a sandboxed worker reads them.
struct FileIngester: Sendable {
    let library: Library
    let workers: WorkerPool
    let limits: StagingLimits

    /// The result for the files of one change.
    private struct IngestResult: Sendable {
        let index: Int
        let id: AssetID
        let asset: Result<(StagedAsset, ContentCost), any Error>
    }

    /// The staged files by asset, and the costs of ingesting them.
    struct IngestedFiles: Sendable {
        var assets: [AssetID: StagedAsset] = [:]
        var costs: [AssetID: ContentCost] = [:]
    }

    /// The limits for a client's files.
    struct Quota: Sendable {
        /// The limit on the bytes of all files together.
        let allowance: StagingAllowance
        /// The limit for content that is copied and read but not kept; nil means no limit.
        let budget: ContentBudget?
    }

    /// Ingests the files of all creations, several at once. If one fails, all copies are removed.
    ///
    /// - Throws: the error of the first change that fails; a `WireError` within `inChange`.
    func files(of batch: Batch, from client: ClientID, within quota: Quota) async throws -> IngestedFiles {
        try await withThrowingTaskGroup(of: IngestResult.self) { group in
            for (index, item) in batch.items.enumerated() {
                guard case .createAsset(let id, let creation) = item.change else { continue }
                group.addTask {
                    do {
                        return IngestResult(
                            index: index, id: id,
                            asset: .success(try await asset(of: creation, item.resources, from: client, within: quota)))
                    } catch {
                        return IngestResult(index: index, id: id, asset: .failure(error))
                    }
                }
            }
            var ingested = IngestedFiles()
            var fault: (index: Int, error: any Error)?
            for try await outcome in group {
                switch outcome.asset {
                case .success(let asset): (ingested.assets[outcome.id], ingested.costs[outcome.id]) = asset
                case .failure(let error): if outcome.index < fault?.index ?? .max { fault = (outcome.index, error) }
                }
            }
            if let fault {
                throw (fault.error as? WireError).map { WireError.inChange(fault.index, $0) } ?? fault.error
            }
            return ingested
        }
    }

    // Compiler fault: 2
    /// The options for ingesting files.
    struct IngestOptions: OptionSet, Sendable {
        let rawValue: UInt8

        /// Accepts damaged photos that can be shown only in part.
        static let takesDamaged = IngestOptions(rawValue: 1)
        /// Does not sync the files. The change that links them into the library syncs them.
        static let syncsLater = IngestOptions(rawValue: 2)
    }

    private func asset(
        of creation: StoreCreation, _ resources: [NewAssetResource], from client: ClientID, within quota: Quota
    ) async throws -> (StagedAsset, ContentCost) {
        let options = creation.options
        let described = resources.map { resource in
            var resource = resource
            if resource.type.isPrimary { resource.description = options.description }
            return resource
        }
        let files = try await self.files(
            of: described, from: client, within: quota, options.allowsDamaged ? .takesDamaged : [])
        let sidecar = files.resources.compactMap(\.sidecar).first
        var facts = files.resources.first(where: \.staged.type.isPrimary)?.facts
        guard facts != nil || creation.joins != nil else {
            throw WireError.invalidArgument("create-asset: there is no 'photo' and no 'video'.")
        }
        if let sidecar { facts?.apply(sidecar) }
        let hasOwnDate = facts?.creationDate != nil
        if !hasOwnDate {
            facts?.creationDate = options.fallbackDate
            facts?.dateLacksZone = options.fallbackLacksZone
            let isUsed = options.fallbackDate != nil && creation.properties.creationDate == nil
            if options.isFallbackGuessed, isUsed { facts?.subtypes.insert(.guessedDate) }
        }
        if resources.contains(where: { $0.type == .pairedVideo }) { facts?.subtypes.insert(.live) }
        // The asset is RAW even if only its alternate file is.
        if files.resources.contains(where: \.staged.makesRaw) { facts?.subtypes.insert(.raw) }
        // The asset is damaged even if only its edit is.
        let isDamaged = files.resources.contains { $0.facts?.subtypes.contains(.damaged) ?? false }
        if isDamaged { facts?.subtypes.insert(.damaged) }
        let staged = files.resources.map(\.staged)
        return (StagedAsset(files: staged, facts: facts, sidecar: sidecar, hasOwnDate: hasOwnDate), files.cost)
    }

    /// A file that was copied and, depending on its type, read. `facts` is nil for types without a media type.
    struct IngestedFile: Sendable {
        let staged: StagedResource
        let facts: MediaFacts?
        var sidecar: SidecarFacts?
        /// The size of all copies of the client's file, in bytes.
        let copied: UInt64
    }

    /// Ingests the files of one asset or edit, one after another.
    ///
    /// - Throws: `WireError`, `JobRefusal`, `CancellationError`; `StagingRefusal.overAllowance` and `overRoom`.
    func files(
        of resources: [NewAssetResource], from client: ClientID, within quota: Quota, _ options: IngestOptions
    ) async throws -> (resources: [IngestedFile], cost: ContentCost) {
        var files: [IngestedFile] = []
        var cost = ContentCost()
        for resource in resources {
            try Task.checkCancellation()
            let (file, time) = try await stage(resource, from: client, within: quota, options)
            files.append(file)
            cost.bytes += file.copied
            cost.time += time
        }
        return (files, cost)
    }

    private func stage(
        _ resource: NewAssetResource, from client: ClientID, within quota: Quota, _ options: IngestOptions
    ) async throws -> (IngestedFile, Duration) {
        // A file that gets metadata from the client is replaced by a copy with the metadata. Only that copy is synced.
        let syncsLater = options.contains(.syncsLater) || !resource.description.isEmpty
        var file = try await FileIngester.staging {
            try await library.stage(
                resource.descriptor, for: client, limits: limits, within: quota.allowance,
                isMedia: resource.type.mediaType != nil, isSynced: !syncsLater)
        }
        let time = ProcessorTimeMeter(within: quota.budget)
        var copied = file.size
        let takesDamaged = options.contains(.takesDamaged)
        if !resource.description.isEmpty,
            let changed = try await described(
                FileJob(file, as: resource.type, from: client, within: quota, takesDamaged), resource.description, time)
        {
            file = changed
            copied += changed.size
        }
        var facts: MediaFacts?
        var sidecar: SidecarFacts?
        var mimeType = resource.mimeType ?? "application/octet-stream"
        let job = FileJob(file, as: resource.type, from: client, within: quota, takesDamaged)
        if resource.type.mediaType != nil {
            let read = try await inspect(job, time)
            (facts, mimeType) = (read, read.mimeType)
        } else if resource.type == .sidecar {
            (sidecar, mimeType) = (try await readSidecar(job, time), "application/rdf+xml")
        }
        var staged = StagedResource(resource.type, file, filename: resource.filename, mimeType: mimeType)
        staged.isRaw = facts?.subtypes.contains(.raw) ?? false
        return (IngestedFile(staged: staged, facts: facts, sidecar: sidecar, copied: copied), time.total)
    }

    /// Runs `body`, and converts refusals to errors for the client.
    ///
    /// - Throws: `WireError`; `StagingRefusal.overAllowance` and `overRoom`, which stay as they are.
    private static func staging(_ body: () async throws -> StagedFile) async throws -> StagedFile {
        do {
            return try await body()
        } catch let refusal as StagingRefusal where refusal != .overAllowance && refusal != .overRoom {
            throw WireError(refusal)
        }
    }

    /// Returns a copy of a file with the metadata that the client gave; nil if the file already has that metadata.
    ///
    /// A worker determines the required changes. The copy is then read like any file.
    private func described(
        _ job: FileJob, _ description: NewFileMetadata, _ time: ProcessorTimeMeter
    ) async throws -> StagedFile? {
        let request = EmbeddingJob(
            description.ofAnyPixels, of: job.file.descriptor, for: job.owner(of: library.user),
            meter: time.meter)
        let embedding: EmbeddingPlan
        do {
            switch try await workers.embedding(request) {
            case .success(let found): embedding = found
            case .failure(let invalid): throw FileIngester.undescribable(invalid.reason)
            }
        } catch let refusal as JobRefusal {
            switch refusal {
            case .invalidContent(let reason):
                // If the file itself is invalid, `inspect` throws the error that states so.
                _ = try await inspect(job, time)
                throw FileIngester.undescribable(reason)
            case .unavailable:
                _ = try await inspect(job, time)
                throw refusal
            case .tooLarge(let reason): throw WireError.tooLarge(reason)
            case .notAllowed: throw time.refusal
            case .cancelled: throw CancellationError()
            case .noCage, .noSpace: throw refusal
            }
        }
        guard !embedding.splices.isEmpty else { return nil }
        let copy = try await FileIngester.staging {
            try await library.stage(
                StagedFileReplacement(of: job.file, embedding), for: job.client, limits: limits,
                within: job.quota.allowance)
        }
        job.quota.budget?.used(copy.size)
        return copy
    }

    private static func undescribable(_ reason: String) -> WireError {
        .invalidArgument("create-asset: 'metadata' and 'orientation' cannot be written into this file: \(reason)")
    }

    // Compiler fault: 2
    /// A file that a worker reads.
    private final class FileJob: Sendable {
        let file: StagedFile
        let type: ResourceType
        let client: ClientID
        let quota: Quota
        let takesDamaged: Bool

        init(
            _ file: StagedFile, as type: ResourceType, from client: ClientID, within quota: Quota, _ takesDamaged: Bool
        ) {
            self.file = file
            self.type = type
            self.client = client
            self.quota = quota
            self.takesDamaged = takesDamaged
        }

        func owner(of user: UInt32) -> JobOwner {
            JobOwner(user: user, client: client, keepsPlaceFree: quota.budget != nil)
        }
    }

    private func readSidecar(_ job: FileJob, _ time: ProcessorTimeMeter) async throws -> SidecarFacts {
        try await reading(time) { () throws(JobRefusal) in
            try await workers.sidecar(
                job.file.descriptor, for: job.owner(of: library.user), meter: time.meter)
        }
    }

    private func inspect(_ job: FileJob, _ time: ProcessorTimeMeter) async throws -> MediaFacts {
        let facts = try await reading(time) { () throws(JobRefusal) in
            try await workers.inspect(
                job.file.descriptor, for: job.owner(of: library.user), takesDamaged: job.takesDamaged,
                meter: time.meter)
        }
        guard facts.mediaType == job.type.mediaType else {
            throw WireError.invalidContent(
                "The resource '\(job.type.rawValue)' cannot be of the type \(facts.mimeType).")
        }
        return facts
    }

    /// Calls `read`, and converts refusals of the worker to errors for the client.
    private func reading<Metadata: Sendable>(
        _ time: ProcessorTimeMeter, _ read: () async throws(JobRefusal) -> Metadata
    ) async throws -> Metadata {
        do {
            return try await read()
        } catch .invalidContent(let reason) {
            throw WireError.invalidContent(reason)
        } catch .tooLarge(let reason) {
            throw WireError.tooLarge(reason)
        } catch .notAllowed {
            throw time.refusal
        } catch .cancelled {
            throw CancellationError()
        }
    }
}
