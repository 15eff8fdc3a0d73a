internal import FilmgateMedia
internal import FilmgateModel
internal import FilmgateStore
internal import FilmgateWire

/// Brings the files of new assets in: copied and hashed by the store, then read by a caged worker.
struct Ingest: Sendable {
    let library: Library
    let workers: WorkerPool

    /// Takes in the files of all creations, several at once; what was staged is gone again where one of them fails.
    ///
    /// - Throws: `inChange` with the fault of the first change that has one.
    func stage(_ batch: Batch) async throws -> [AssetID: StagedAsset] {
        let creations = batch.actions.enumerated().compactMap { index, action -> (Int, AssetID, Creation)? in
            guard case .create(let id, let creation) = action else { return nil }
            return (index, id, creation)
        }
        return try await withThrowingTaskGroup(of: (Int, AssetID, Result<StagedAsset, any Error>).self) { group in
            for (index, id, creation) in creations {
                group.addTask {
                    do { return (index, id, .success(try await asset(creation))) } catch {
                        return (index, id, .failure(error))
                    }
                }
            }
            var assets: [AssetID: StagedAsset] = [:]
            var fault: (index: Int, error: any Error)?
            for try await (index, id, result) in group {
                switch result {
                case .success(let asset): assets[id] = asset
                case .failure(let error): if index < fault?.index ?? .max { fault = (index, error) }
                }
            }
            if let fault {
                throw (fault.error as? WireError).map { WireError.inChange(fault.index, $0) } ?? fault.error
            }
            return assets
        }
    }

    private func asset(_ creation: Creation) async throws -> StagedAsset {
        var files: [StagedResource] = []
        var primary: MediaFacts?
        for resource in creation.resources {
            try Task.checkCancellation()
            let (file, facts) = try await take(resource)
            files.append(file)
            if resource.type.isPrimary { primary = facts }
        }
        guard var facts = primary else { throw WireError.invalidArgument("create-asset: no 'photo' and no 'video'.") }
        if creation.resources.contains(where: { $0.type == .pairedVideo }) { facts.subtypes.insert(.live) }
        return StagedAsset(files: files, facts: facts)
    }

    private func take(_ resource: NewResource) async throws -> (StagedResource, MediaFacts?) {
        let staged: StagedFile
        do { staged = try await library.stage(resource.descriptor) } catch { throw WireError(error, of: resource.type) }
        guard resource.type.isMedia else {
            let mimeType = resource.mimeType ?? "application/octet-stream"
            return (StagedResource(resource.type, staged, filename: resource.filename, mimeType: mimeType), nil)
        }
        let facts: MediaFacts
        do { facts = try await workers.inspect(staged.descriptor) } catch { throw WireError(error, of: resource.type) }
        guard facts.mediaType == resource.type.mediaType else {
            throw WireError.invalidContent("the resource '\(resource.type.rawValue)' is \(facts.mimeType).")
        }
        return (StagedResource(resource.type, staged, filename: resource.filename, mimeType: facts.mimeType), facts)
    }
}

extension ResourceType {
    /// What a worker must find in it; nil where it is no media.
    fileprivate var mediaType: MediaType? {
        switch self {
        case .photo, .alternatePhoto: .image
        case .video, .pairedVideo: .video
        case .adjustmentData: nil
        }
    }
}
