import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import FilmgateWire
import FilmgateWorkers

// Compiler fault: 2
/// Accepts the results of sessions: copies the files, and lets a worker read them.
@BrokerActor final class FinishEditing {
    private let changing: PerformChanges

    init(_ changing: PerformChanges) { self.changing = changing }

    private var gate: Gate { changing.gate }
    private var ingest: Ingest { changing.ingest }

    /// The result with which a client finishes a session.
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

    /// Finishes a session, and commits it at once if the person chose the client for this edit.
    ///
    /// - Throws: `invalidArgument` for wrong renders and a finished session; the errors of `create-asset` for the
    ///   files; `busy` if the content has changed; `accessDenied` if the client may not edit.
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
            let carried = try await withMetadata(result.renders, of: asset, quota, admission)
            let files = try await ingest.files(
                of: carried.renders, from: client.id, within: carried.quota, .syncsLater)
            for file in files.resources where file.facts?.orientation ?? 1 != 1 {
                throw WireError.invalidContent(
                    "The resource '\(file.staged.type.rawValue)' must be upright, with the orientation 1.")
            }
            guard let facts = files.resources.first(where: { $0.staged.type != .fullSizePairedVideo })?.facts else {
                throw WireError.invalidContent("There is no render that a worker could read.")
            }
            let edit = AssetEdit(
                of: asset, files.resources.map(\.staged), facts, result.format, data: try await adjustmentData)
            let bytes = files.cost.bytes + carried.cost.bytes + UInt64(result.data.count)
            return FinishedEdit(
                edit: edit, cost: ContentCost(bytes: bytes, time: files.cost.time + carried.cost.time))
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
        return try await ingest.library.stage(
            memory, for: client, limits: ingest.limits, within: allowance, isSynced: false)
    }

    /// The renders to store, the remaining budget for making them, and the cost of making them so far.
    private struct CarriedRenders: Sendable {
        var renders: [NewAssetResource]
        var quota: Ingest.Quota
        var cost = ContentCost()
    }

    /// Replaces the metadata of the files with the original's, for clients that may not read all metadata: so it is
    /// neither lost nor revealed.
    ///
    /// Files that a worker makes are not charged to the quota again. Their bytes count as not kept until the edit is
    /// committed, even if there is no room for them.
    private func withMetadata(
        _ renders: [NewAssetResource], of asset: EditableAsset, _ quota: Ingest.Quota, _ admission: Admission
    ) async throws -> CarriedRenders {
        var carried = CarriedRenders(renders: renders, quota: quota)
        let knowsAll = admission.visibility.redactedKinds.isEmpty && admission.visibility.closesFiles == nil
        guard !knowsAll else { return carried }
        let budget = quota.budget
        let made = StagingAllowance(bytes: nil, room: quota.allowance.room) { bytes throws(StagingRefusal) in
            budget?.used(bytes)
        }
        carried.quota = Ingest.Quota(allowance: made, budget: budget)
        let time = ProcessorTimeMeter(within: budget)
        for (index, render) in renders.enumerated() {
            let copy = try await ingest.library.stage(
                render.descriptor, for: admission.client.id, limits: ingest.limits, within: quota.allowance,
                isSynced: false)
            carried.cost.bytes += copy.size
            let content: OwnedDescriptor
            do { content = try await replaced(copy, as: render.type, of: asset, time, admission) } catch JobRefusal
                .notAllowed
            {
                throw time.refusal
            }
            carried.renders[index] =
                NewAssetResource(render.type, content, filename: render.filename, mimeType: render.mimeType)
        }
        carried.cost.time = time.total
        return carried
    }

    /// - Throws: `JobRefusal` for files that cannot be rewritten.
    private func replaced(
        _ copy: StagedFile, as type: ResourceType, of asset: EditableAsset, _ time: ProcessorTimeMeter,
        _ admission: Admission
    ) async throws -> OwnedDescriptor {
        let (library, client) = (ingest.library, admission.client)
        let owner = JobOwner(client, in: library.user)
        if type == .fullSizePhoto {
            guard
                let original = try await library.picture(of: asset.id, as: .original, visibleTo: admission.visibility)
            else { throw WireError.noSuchAsset }
            let content = try await library.content(of: original)
            return try await ingest.workers.replaceMetadata(
                MetadataReplacement(
                    of: copy.descriptor, size: copy.size, by: content, for: owner, meter: time.meter))
        }
        let role: ResourceType = type == .fullSizeVideo ? .video : .pairedVideo
        guard
            case .found(let original) = try await library.video(
                of: asset.id, as: role, .original, visibleTo: admission.visibility)
        else { throw WireError.noSuchAsset }
        let content = try await library.content(of: original)
        let output = try await library.temporaryFile()
        _ = try await ingest.workers.convert(VideoConversion(of: copy, by: content, into: output, for: owner, time))
        return output
    }
}

extension VideoConversion {
    /// Copies the tracks of a video, and writes the metadata of a different file.
    fileprivate convenience init(
        of copy: StagedFile, by original: OwnedDescriptor, into output: OwnedDescriptor, for owner: JobOwner,
        _ time: ProcessorTimeMeter
    ) {
        var specification = VideoSpecification()
        specification.preset = .passthrough
        // Tables and metadata can become larger when they are rewritten.
        self.init(
            of: copy.descriptor, as: specification, metadataOf: original, into: output,
            room: copy.size / 8 * 9 + 16 << 20, for: owner, processorTime: 60 + copy.size / 10_000_000,
            meter: time.meter
        ) { _, _ in }
    }
}
