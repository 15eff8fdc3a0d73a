import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import FilmgateWire
import FilmgateWorkers

// Compiler fault: 2
/// Takes the results of sessions: copies the files, and has a worker read them.
@BrokerActor final class FinishEditing {
    private let changing: PerformChanges

    init(_ changing: PerformChanges) { self.changing = changing }

    private var gate: Gate { changing.gate }
    private var ingest: Ingest { changing.ingest }

    /// What a client finishes a session with.
    final class Result: Sendable {
        let renders: [NewAssetResource]
        let format: AdjustmentFormat
        let data: [UInt8]

        /// - Throws: `invalidArgument` for a format without a name; `tooLarge` for too much adjustment data.
        init(_ files: [EditedFile], _ format: String, _ version: String, _ data: [UInt8]) throws {
            renders = files.map(\.resource)
            self.format = try AdjustmentFormat(named: format, version, of: "Finish")
            self.data = data
            guard data.count <= AdjustmentFormat.mostData else {
                throw WireError.tooLarge(
                    "Finish: adjustment data may have at most \(AdjustmentFormat.mostData) bytes, not \(data.count).")
            }
        }
    }

    /// Finishes a session, and commits it at once if the person chose the client for it.
    ///
    /// - Throws: `invalidArgument` for missing or superfluous renders and a session that is finished; `invalidContent`, `tooLarge` and
    ///   `limitsExceeded` for files as in `create-asset`; `busy` if the content has changed; `accessDenied` if the client may not edit.
    func finish(_ session: EditSession, _ result: Result, for call: MethodCall, _ admission: Admission) async throws {
        guard session.isOpen else { throw WireError.invalidArgument("Finish: this session has been finished already.") }
        let types = result.renders.map(\.type)
        let (needed, optional) = (session.asset.renders, session.asset.optionalRenders)
        guard types.count == Set(types).count, Set(types).subtracting(optional) == needed.subtracting(optional) else {
            let needed = needed.map(\.rawValue).sorted()
            throw WireError.invalidArgument(
                "Finish: 'renders' must hold " + needed.map { "one '\($0)'" }.joined(separator: " and ")
                    + optional.map { ", one '\($0.rawValue)' if it has changed," }.joined() + " and nothing else.")
        }
        session.begin()
        do {
            let finished = try await read(result, of: session.asset, admission)
            session.end(with: finished)
            guard let item = session.item else { return }
            let current = try await gate.admit(call, to: .askForAccess)
            guard current.connection.edits.holds(item) else { throw WireError.accessDenied }
            try await changing.commit(finished, Admission(current, to: item))
            current.connection.edits.end(call.path)
        } catch {
            session.end(with: nil)
            throw error
        }
    }

    private func read(
        _ result: Result, of asset: EditableAsset, _ admission: Admission
    ) async throws -> FinishedEdit {
        let client = admission.client
        let additions = gate.core.grants.quota(of: client)
        let budget = changing.unkept.budget(of: client, under: additions)
        var left: UInt64?
        if let additions {
            left = try await ingest.library.check(additions, of: client.id, adding: 0, at: gate.core.clock.now())
        }
        let allowance = StagingAllowance(bytes: left, room: try await ingest.library.room()) {
            bytes throws(StagingRefusal) in
            try budget?.take(bytes)
        }
        let quota = Ingest.Quota(allowance: allowance, budget: budget)
        do {
            async let adjustmentData = stage(result.data, for: client.id, quota.allowance)
            let renders = try await withMetadata(result.renders, of: asset, quota, admission)
            let files = try await ingest.files(of: renders, from: client.id, within: quota, .syncsLater)
            for file in files.resources where file.facts?.orientation ?? 1 != 1 {
                throw WireError.invalidContent(
                    "The resource '\(file.staged.type.rawValue)' must be upright, with the orientation 1.")
            }
            guard let facts = files.resources.first(where: { $0.staged.type != .fullSizePairedVideo })?.facts else {
                throw WireError.invalidContent("There is no render that a worker could read.")
            }
            let edit = AssetEdit(
                of: asset, files.resources.map(\.staged), facts, result.format, data: try await adjustmentData)
            return FinishedEdit(edit: edit, cost: files.cost)
        } catch StagingRefusal.overRoom {
            throw LibraryFull(capacity: ingest.library.capacity ?? 0)
        } catch let refusal as StagingRefusal {
            throw WireError(refusal)
        }
    }

    private func stage(
        _ data: [UInt8], for client: ClientID, _ allowance: StagingAllowance
    ) async throws -> StagedFile {
        let memory = try await offload {
            try OwnedDescriptor.sealedMemory(named: "adjustment-data", holding: data)
        }
        return try await ingest.library.stageUnsynced(memory, for: client, limits: ingest.limits, within: allowance)
    }

    /// Gives the files of a client that may not know all metadata that of the original, in place of their own: what the client
    /// does not know is neither lost nor told.
    private func withMetadata(
        _ renders: [NewAssetResource], of asset: EditableAsset, _ quota: Ingest.Quota, _ admission: Admission
    ) async throws -> [NewAssetResource] {
        let knowsAll = admission.visibility.redactedKinds.isEmpty && admission.visibility.closesFiles == nil
        guard !knowsAll else { return renders }
        var changed: [NewAssetResource] = []
        for render in renders {
            let copy = try await ingest.library.stageUnsynced(
                render.descriptor, for: admission.client.id, limits: ingest.limits, within: quota.allowance)
            let content = try await replaced(copy, as: render.type, of: asset, admission)
            changed.append(
                NewAssetResource(render.type, content, filename: render.filename, mimeType: render.mimeType))
        }
        return changed
    }

    /// - Throws: `JobRefusal` for files that cannot be written again.
    private func replaced(
        _ copy: StagedFile, as type: ResourceType, of asset: EditableAsset, _ admission: Admission
    ) async throws -> OwnedDescriptor {
        let (library, client) = (ingest.library, admission.client)
        let owner = JobOwner(user: library.user, client: client.id, keepsPlaceFree: !client.isOwnersTool)
        if type == .fullSizePhoto {
            guard
                let original = try await library.picture(of: asset.id, as: .original, visibleTo: admission.visibility)
            else { throw WireError.noSuchAsset }
            let content = try await library.content(of: original)
            return try await ingest.workers.replaceMetadata(
                MetadataReplacement(of: copy.descriptor, size: copy.size, by: content, for: owner))
        }
        let role: ResourceType = type == .fullSizeVideo ? .video : .pairedVideo
        guard
            case .found(let original) = try await library.video(
                of: asset.id, as: role, .original, visibleTo: admission.visibility)
        else { throw WireError.noSuchAsset }
        let content = try await library.content(of: original)
        let output = try await library.temporaryFile()
        _ = try await ingest.workers.convert(VideoConversion(of: copy, by: content, into: output, for: owner))
        return output
    }
}

extension VideoConversion {
    /// Copies the tracks of a video, and writes the metadata of another file.
    fileprivate convenience init(
        of copy: StagedFile, by original: OwnedDescriptor, into output: OwnedDescriptor, for owner: JobOwner
    ) {
        var specification = VideoSpecification()
        specification.preset = .passthrough
        // Tables and metadata can become larger when they are written anew.
        self.init(
            of: copy.descriptor, as: specification, metadataOf: original, into: output,
            room: copy.size / 8 * 9 + 16 << 20, for: owner, processorTime: 60 + copy.size / 10_000_000
        ) { _ in }
    }
}
