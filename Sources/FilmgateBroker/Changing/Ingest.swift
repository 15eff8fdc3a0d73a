internal import FilmgateMedia
internal import FilmgateModel
internal import FilmgateStore
internal import FilmgateWire
internal import Synchronization

/// Ingests the files of new assets: the store copies and hashes them, then a sandboxed worker reads them.
struct Ingest: Sendable {
    let library: Library
    let workers: WorkerPool
    let limits: StagingLimits

    /// The result for the files of one change.
    private struct Outcome: Sendable {
        let index: Int
        let id: AssetID
        let asset: Result<(StagedAsset, ContentCost), any Error>
    }

    /// The staged files, and their cost.
    struct IngestedFiles: Sendable {
        var assets: [AssetID: StagedAsset] = [:]
        var costs: [AssetID: ContentCost] = [:]
    }

    /// How much a client may ingest.
    struct Quota: Sendable {
        /// The bytes that all files may have.
        let allowance: StagingAllowance
        /// What may be copied and read without being kept; nil: any amount.
        let budget: ContentBudget?
    }

    /// Ingests the files of all creations, several at once. If one fails, all copies are removed.
    ///
    /// - Throws: `inChange` with the error of the first change that has one; `StagingRefusal.overAllowance` and
    ///   `overRoom`.
    func files(of batch: Batch, from client: ClientID, within quota: Quota) async throws -> IngestedFiles {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            for (index, item) in batch.items.enumerated() {
                guard case .create(let id, let creation, versionOf: _) = item.work else { continue }
                group.addTask {
                    do {
                        return Outcome(
                            index: index, id: id,
                            asset: .success(try await asset(of: creation, from: client, within: quota)))
                    } catch {
                        return Outcome(index: index, id: id, asset: .failure(error))
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

    private func asset(
        of creation: Creation, from client: ClientID, within quota: Quota
    ) async throws -> (StagedAsset, ContentCost) {
        let files = try await self.files(of: creation.resources, from: client, within: quota)
        guard var facts = files.resources.first(where: \.staged.type.isPrimary)?.facts else {
            throw WireError.invalidArgument("create-asset: there is no 'photo' and no 'video'.")
        }
        facts.creationDate = facts.creationDate ?? creation.fallbackDate
        if creation.resources.contains(where: { $0.type == .pairedVideo }) { facts.subtypes.insert(.live) }
        return (StagedAsset(files: files.resources.map(\.staged), facts: facts), files.cost)
    }

    /// A file that was copied and read; the facts are nil for what no worker reads.
    struct IngestedFile: Sendable {
        let staged: StagedResource
        let facts: MediaFacts?
    }

    /// Ingests the files of one asset or edit, one after the other.
    ///
    /// - Throws: `WireError`; `StagingRefusal.overAllowance` and `overRoom`.
    func files(
        of resources: [NewResource], from client: ClientID, within quota: Quota
    ) async throws -> (resources: [IngestedFile], cost: ContentCost) {
        var files: [IngestedFile] = []
        var cost = ContentCost()
        for resource in resources {
            try Task.checkCancellation()
            let (staged, facts, time) = try await stage(resource, from: client, within: quota)
            files.append(IngestedFile(staged: staged, facts: facts))
            cost.bytes += staged.file.size
            cost.time += time
        }
        return (files, cost)
    }

    private func stage(
        _ resource: NewResource, from client: ClientID, within quota: Quota
    ) async throws -> (StagedResource, MediaFacts?, Duration) {
        let file: StagedFile
        do {
            file = try await library.stage(resource.descriptor, for: client, limits: limits, within: quota.allowance)
        } catch let refusal as StagingRefusal where refusal == .overAllowance || refusal == .overRoom {
            throw refusal
        } catch let refusal as StagingRefusal {
            throw WireError(refusal)
        }
        var (facts, time) = (nil as MediaFacts?, Duration.zero)
        if resource.type.mediaType != nil {
            (facts, time) = try await inspect(file, as: resource.type, from: client, within: quota.budget)
        }
        let mimeType = facts?.mimeType ?? resource.mimeType ?? "application/octet-stream"
        return (StagedResource(resource.type, file, filename: resource.filename, mimeType: mimeType), facts, time)
    }

    private func inspect(
        _ file: StagedFile, as type: ResourceType, from client: ClientID, within budget: ContentBudget?
    ) async throws -> (MediaFacts, Duration) {
        let facts: MediaFacts
        let time = SpentTime()
        do {
            facts = try await workers.inspect(
                file.descriptor, for: JobOwner(user: library.user, client: client, keepsPlaceFree: budget != nil),
                isAllowed: { budget?.hasTime ?? true }
            ) { spent in
                budget?.spent(spent)
                time.add(spent)
            }
        } catch .invalidContent(let reason) {
            throw WireError.invalidContent(reason)
        } catch .tooLarge(let reason) {
            throw WireError.tooLarge(reason)
        } catch .notAllowed {
            try budget?.checkTime()
            throw WireError.busy("The app's other files were read meanwhile; try again.")
        } catch .cancelled {
            throw CancellationError()
        }
        guard facts.mediaType == type.mediaType else {
            throw WireError.invalidContent("The resource '\(type.rawValue)' cannot be of the type \(facts.mimeType).")
        }
        return (facts, time.total)
    }
}

/// The processor time of one job, which a worker thread reports.
private final class SpentTime: Sendable {
    private let time = Mutex(Duration.zero)

    var total: Duration { time.withLock { $0 } }

    func add(_ spent: Duration) { time.withLock { $0 += spent } }
}
