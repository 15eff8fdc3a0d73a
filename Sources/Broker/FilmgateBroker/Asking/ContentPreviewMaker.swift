import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import FilmgateWire
import FilmgateWorkers

/// Makes the images for the confirmation prompt: the content of each asset before and after its change.
@BrokerActor struct ContentPreviewMaker: Sendable {
    let core: LibraryCore
    let maker: ImageMaker

    /// The longer side of an image, in pixels.
    private static let side: UInt32 = 1024

    /// The content of an asset after a change.
    struct ChangedContent: Sendable {
        let asset: AssetID
        /// The edit; nil if the change reverts to the original.
        let edit: AssetEdit?
    }

    /// - Throws: `noSuchAsset`, an error of making the image, such as `invalidContent`, and the errors of the store.
    func previews(of targets: [ChangedContent], for client: ClientID) async throws -> [AgentPrompt.Preview] {
        let owner = JobOwner(user: core.user, client: client, keepsPlaceFree: true)
        var previews: [AgentPrompt.Preview] = []
        for target in targets {
            do { previews.append(try await preview(of: target, owner)) } catch let refusal as JobRefusal {
                switch refusal {
                case .invalidContent(let reason): throw WireError.invalidContent(reason)
                case .tooLarge(let reason): throw WireError.tooLarge(reason)
                case .cancelled: throw CancellationError()
                case .noCage, .unavailable, .noSpace, .notAllowed: throw refusal
                }
            }
        }
        return previews
    }

    private func preview(of target: ChangedContent, _ owner: JobOwner) async throws -> AgentPrompt.Preview {
        let before = try await image(of: target.asset, .current, owner)
        let after =
            if let edit = target.edit { try await image(of: edit, owner) } else {
                try await image(of: target.asset, .original, owner)
            }
        return AgentPrompt.Preview(asset: target.asset, before: before, after: after)
    }

    private func image(
        of asset: AssetID, _ version: ImageSpecification.Version, _ owner: JobOwner
    ) async throws -> OwnedDescriptor {
        guard let picture = try await core.library.picture(of: asset, as: version, visibleTo: Picker.choices) else {
            throw WireError.noSuchAsset
        }
        let order = ImageJobInput(picture, .fitting(Self.side, Self.side), within: ContentLimits())
        if let image = await maker.cached([order]) { return image.content }
        return try await maker.make(order, for: owner).get().content
    }

    private func image(of edit: AssetEdit, _ owner: JobOwner) async throws -> OwnedDescriptor {
        let image = LoopContinuation<Result<WorkerImage, JobRefusal>>(on: BrokerActor.loop)
        let specification = ImageSpecification.fitting(Self.side, Self.side)
        let job = core.services.workers.render(
            edit.content, as: specification, room: 4 * UInt64(Self.side * Self.side) + (1 << 20), for: owner
        ) { image.end(with: $0) }
        return try await withTaskCancellationHandler {
            try await image.outcome().get().content
        } onCancel: {
            job.cancel()
        }
    }
}
