internal import FilmgateMedia
internal import FilmgateModel
internal import FilmgateStore
internal import FilmgateWire

/// Brings the files of new assets in: copied and hashed by the store, then read by a caged worker.
struct Ingest: Sendable {
    let library: Library
    let workers: WorkerPool
    let limits: StagingLimits

    /// What became of the files of one change.
    private struct Outcome: Sendable {
        let index: Int
        let id: AssetID
        let asset: Result<StagedAsset, any Error>
    }

    /// Takes in the files of all creations, several at once; what was copied is gone again where one of them fails.
    ///
    /// - Parameter allowance: what the files may take together, those aside that are not kept where they are there already.
    /// - Throws: `inChange` with the fault of the first change that has one; `StagingRefusal.overAllowance`.
    func takeIn(
        _ batch: Batch, from client: ClientID, within allowance: StagingAllowance?
    ) async throws -> [AssetID: StagedAsset] {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            for (index, item) in batch.items.enumerated() {
                guard case .create(let id, let creation, versionOf: _) = item.work else { continue }
                group.addTask {
                    do {
                        return Outcome(
                            index: index, id: id,
                            asset: .success(
                                try await asset(
                                    of: creation, from: client, within: creation.unlessPresent ? nil : allowance)))
                    } catch {
                        return Outcome(index: index, id: id, asset: .failure(error))
                    }
                }
            }
            var assets: [AssetID: StagedAsset] = [:]
            var fault: (index: Int, error: any Error)?
            for try await outcome in group {
                switch outcome.asset {
                case .success(let asset): assets[outcome.id] = asset
                case .failure(let error): if outcome.index < fault?.index ?? .max { fault = (outcome.index, error) }
                }
            }
            if let fault {
                throw (fault.error as? WireError).map { WireError.inChange(fault.index, $0) } ?? fault.error
            }
            return assets
        }
    }

    private func asset(
        of creation: Creation, from client: ClientID, within allowance: StagingAllowance?
    ) async throws -> StagedAsset {
        var files: [StagedResource] = []
        var primary: MediaFacts?
        for resource in creation.resources {
            try Task.checkCancellation()
            let (staged, facts) = try await take(resource, from: client, within: allowance)
            files.append(staged)
            if resource.type.isPrimary { primary = facts }
        }
        guard var facts = primary else { throw WireError.invalidArgument("create-asset: no 'photo' and no 'video'.") }
        facts.creationDate = facts.creationDate ?? creation.fallbackDate
        if creation.resources.contains(where: { $0.type == .pairedVideo }) { facts.subtypes.insert(.live) }
        return StagedAsset(files: files, facts: facts)
    }

    private func take(
        _ resource: NewResource, from client: ClientID, within allowance: StagingAllowance?
    ) async throws -> (StagedResource, MediaFacts?) {
        let file: StagedFile
        do {
            file = try await library.stage(resource.descriptor, for: client, limits: limits, within: allowance)
        } catch StagingRefusal.overAllowance {
            throw StagingRefusal.overAllowance
        } catch let refusal as StagingRefusal {
            throw WireError(refusal)
        }
        let facts = resource.type.mediaType == nil ? nil : try await inspect(file, as: resource.type)
        let mimeType = facts?.mimeType ?? resource.mimeType ?? "application/octet-stream"
        return (StagedResource(resource.type, file, filename: resource.filename, mimeType: mimeType), facts)
    }

    private func inspect(_ file: StagedFile, as type: ResourceType) async throws -> MediaFacts {
        let facts: MediaFacts
        do {
            facts = try await workers.inspect(file.descriptor)
        } catch .invalidContent(let reason) {
            throw WireError.invalidContent(reason)
        } catch .tooLarge(let reason) {
            throw WireError.tooLarge(reason)
        } catch .cancelled {
            throw CancellationError()
        }
        guard facts.mediaType == type.mediaType else {
            throw WireError.invalidContent("The resource '\(type.rawValue)' cannot be of the type \(facts.mimeType).")
        }
        return facts
    }
}

extension ResourceType {
    /// What a worker must find in it; nil where nobody looks.
    fileprivate var mediaType: MediaType? {
        switch self {
        case .photo, .alternatePhoto: .image
        case .video, .pairedVideo: .video
        case .adjustmentData: nil
        }
    }
}
