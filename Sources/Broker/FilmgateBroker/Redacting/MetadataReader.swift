import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire
import FilmgateWorkers

/// Reads the metadata in the files of assets, and returns what clients may read.
@BrokerActor struct MetadataReader: Sendable {
    let gate: Gate

    private var library: Library { gate.core.library }
    private var workers: WorkerPool { gate.services.workers }

    /// Reads the metadata of an asset's original file and of its sidecar.
    ///
    /// Needs no right to originals. Returns only metadata that the client's rights at the end of the call include.
    /// - Throws: `noSuchAsset`, `accessDenied` if the client has lost its access meanwhile, `JobRefusal`, and an error
    ///   of the store.
    func metadata(of id: AssetID, _ admission: Admission) async throws -> FileMetadata {
        guard let picture = try await library.picture(of: id, as: .original, visibleTo: admission.visibility) else {
            throw WireError.noSuchAsset
        }
        let owner = JobOwner(admission.client, in: library.user)
        let outcome = await read(picture, besides: id, visibleTo: admission.visibility, for: owner)
        let caller = admission.caller
        guard let visibility = gate.view(of: caller)?.visibility else { throw WireError.accessDenied }
        guard try await library.picture(of: id, visibleTo: visibility) != nil else { throw WireError.noSuchAsset }
        return visibility.visiblePart(of: try outcome.get())
    }

    /// Reads the metadata of a file, and adds metadata of the sidecar that the file lacks. Ignores an unreadable
    /// sidecar.
    private func read(
        _ picture: PictureFile, besides id: AssetID, visibleTo visibility: Visibility, for owner: JobOwner
    ) async -> Result<FileMetadata, any Error> {
        do {
            let content = try await library.content(of: picture)
            var metadata = try await workers.metadata(of: content, for: owner)
            // `verify` reports a sidecar whose file is missing.
            if let sidecar = try? await library.sidecar(of: id, visibleTo: visibility) {
                do { metadata.complete(by: try await workers.metadata(of: sidecar, for: owner)) } catch {
                    guard error.isOfContent else { throw error }
                }
            }
            return .success(metadata)
        } catch {
            return .failure(error as? JobRefusal == .cancelled ? CancellationError() : error)
        }
    }
}

extension JobRefusal {
    /// Whether the file itself is unreadable, so that a later attempt would also fail.
    fileprivate var isOfContent: Bool {
        switch self {
        case .invalidContent, .tooLarge: true
        case .noCage, .unavailable, .noSpace, .notAllowed, .cancelled: false
        }
    }
}
