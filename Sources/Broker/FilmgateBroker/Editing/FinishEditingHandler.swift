import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import FilmgateWire
import FilmgateWorkers

// Compiler fault: 2
/// Finishes edit sessions: copies the rendered files, and makes a worker read them.
@BrokerActor final class FinishEditingHandler {
    private let changing: PerformChangesHandler

    init(_ changing: PerformChangesHandler) { self.changing = changing }

    var gate: Gate { changing.gate }
    var ingest: FileIngester { changing.ingest }

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

    /// Finishes a session. If the session began with a ticket, commits the edit at once.
    ///
    /// - Throws: `invalidArgument` for wrong renders or a finished session; the errors of `create-asset` for the files;
    ///   `busy` if the content has changed; `accessDenied` if the client may not edit.
    func finish(_ session: EditSession, _ result: Result, for call: MethodCall, _ admission: Admission) async throws {
        guard session.isOpen else { throw WireError.invalidArgument("Finish: this session has been finished already.") }
        // Only the owner's tools may use this format. If an app forged a record of transforms, a later transform would
        // drop the app's edit.
        guard result.format.identifier != TransformRecord.identifier || admission.client.isOwnersTool else {
            throw WireError.invalidArgument("Finish: the format '\(TransformRecord.identifier)' is the library's own.")
        }
        let types = result.renders.map(\.type)
        let (needed, optional) = (session.asset.renders, session.asset.optionalRenders)
        guard types.count == Set(types).count, Set(types).subtracting(optional) == needed.subtracting(optional) else {
            let needed = needed.map(\.rawValue).sorted()
            throw WireError.invalidArgument(
                "Finish: 'renders' must hold " + needed.map { "one '\($0)'" }.joined(separator: " and ")
                    + optional.map { ", one '\($0.rawValue)' if it has changed," }.joined() + " and nothing else.")
        }
        try await complete(session, for: call) { try await read(result, of: session.asset, admission) }
    }

    /// Finishes a session with an edit. If the session began with a ticket, commits the edit at once.
    ///
    /// - Parameter read: returns the edit. If `read` or the commit throws an error, the session is open again.
    func complete(
        _ session: EditSession, for call: MethodCall, _ read: @BrokerActor () async throws -> FinishedEdit
    ) async throws {
        session.begin()
        do {
            let finished = try await read()
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

    /// Returns the limits on the content that a client may add to the library.
    func quota(of client: Client) async throws -> FileIngester.Quota {
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
        return FileIngester.Quota(allowance: allowance, budget: budget)
    }

    private func read(
        _ result: Result, of asset: EditableAsset, _ admission: Admission
    ) async throws -> FinishedEdit {
        let quota = try await quota(of: admission.client)
        return try await stagingEdit {
            // Charges the data first, because charging the copies with metadata can use up the budget.
            let data = try await stage(result.data, for: admission.client.id, quota.allowance)
            let carried = try await withMetadata(result.renders, of: asset, quota, admission)
            let edit = NewEdit(of: asset, carried.renders, result.format, data, carried.quota)
            edit.cost = carried.cost
            // Only the owner's tools may use this format, to import exported edits.
            edit.mayBeTurned = result.format == TransformRecord.format
            return try await store(edit, for: admission.client)
        }
    }

    /// Converts staging refusals to the errors that clients get.
    func stagingEdit(_ body: @BrokerActor () async throws -> FinishedEdit) async throws -> FinishedEdit {
        do { return try await body() } catch StagingRefusal.overRoom {
            throw LibraryFull(capacity: ingest.library.capacity ?? 0)
        } catch let refusal as StagingRefusal {
            throw WireError(refusal)
        }
    }

    // Compiler fault: 2
    /// An edit whose files are not yet stored.
    @BrokerActor final class NewEdit {
        let asset: EditableAsset
        let renders: [NewAssetResource]
        let format: AdjustmentFormat
        let adjustmentData: StagedFile
        let quota: FileIngester.Quota
        /// The cost of making the renders, before they are ingested.
        var cost = ContentCost()
        /// Whether a render's orientation may differ from 1.
        var mayBeTurned = false

        init(
            of asset: EditableAsset, _ renders: [NewAssetResource], _ format: AdjustmentFormat,
            _ adjustmentData: StagedFile, _ quota: FileIngester.Quota
        ) {
            (self.asset, self.renders, self.format) = (asset, renders, format)
            (self.adjustmentData, self.quota) = (adjustmentData, quota)
        }
    }

    /// Copies the files of an edit, and makes a worker read them.
    ///
    /// - Throws: `invalidContent`, and the errors of `FileIngester.files`.
    func store(_ edit: NewEdit, for client: Client) async throws -> FinishedEdit {
        let files = try await ingest.files(of: edit.renders, from: client.id, within: edit.quota, .syncsLater)
        for file in files.resources where !edit.mayBeTurned && file.facts?.orientation ?? 1 != 1 {
            throw WireError.invalidContent(
                "The resource '\(file.staged.type.rawValue)' must be upright, with the orientation 1.")
        }
        guard let facts = files.resources.first(where: { $0.staged.type != .fullSizePairedVideo })?.facts else {
            throw WireError.invalidContent("There is no render that a worker could read.")
        }
        let made = AssetEdit(
            of: edit.asset, files.resources.map(\.staged), facts, edit.format, data: edit.adjustmentData)
        let bytes = files.cost.bytes + edit.cost.bytes + edit.adjustmentData.size
        return FinishedEdit(
            asset: edit.asset, edit: made, cost: ContentCost(bytes: bytes, time: files.cost.time + edit.cost.time))
    }

    func stage(
        _ data: [UInt8], for client: ClientID, _ allowance: StagingAllowance
    ) async throws -> StagedFile {
        let memory = try await offload {
            try OwnedDescriptor.sealedMemory(named: "adjustment-data", holding: data)
        }
        return try await ingest.library.stage(
            memory, for: client, limits: ingest.limits, within: allowance, isSynced: false)
    }

    /// The renders to store, the quota for ingesting them, and the cost so far.
    private struct CarriedRenders: Sendable {
        var renders: [NewAssetResource]
        var quota: FileIngester.Quota
        var cost = ContentCost()
    }

    /// Gives the renders the original's metadata if the client may not read all of that metadata. So the edit keeps
    /// this metadata, although the client never sees it.
    ///
    /// Files that a worker makes are not charged to the quota again. Until the edit is committed, their bytes count
    /// against the budget, even beyond its limit.
    private func withMetadata(
        _ renders: [NewAssetResource], of asset: EditableAsset, _ quota: FileIngester.Quota, _ admission: Admission
    ) async throws -> CarriedRenders {
        var carried = CarriedRenders(renders: renders, quota: quota)
        let knowsAll = admission.visibility.redactedKinds.isEmpty && admission.visibility.closesFiles == nil
        guard !knowsAll else { return carried }
        let budget = quota.budget
        let made = StagingAllowance(bytes: nil, room: quota.allowance.room) { bytes throws(StagingRefusal) in
            budget?.used(bytes)
        }
        carried.quota = FileIngester.Quota(allowance: made, budget: budget)
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

    /// - Throws: `noSuchAsset`, and `JobRefusal` for a file that cannot be rewritten.
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
                MetadataReplacementJob(
                    of: copy.descriptor, size: copy.size, by: content, for: owner, meter: time.meter))
        }
        let role: ResourceType = type == .fullSizeVideo ? .video : .pairedVideo
        guard
            case .found(let original) = try await library.video(
                of: asset.id, as: role, .original, visibleTo: admission.visibility)
        else { throw WireError.noSuchAsset }
        let content = try await library.content(of: original)
        let output = try await library.temporaryFile()
        _ = try await ingest.workers.convert(VideoConversionJob(of: copy, by: content, into: output, for: owner, time))
        return output
    }
}

extension VideoConversionJob {
    /// Copies the tracks of a video, with the metadata of a different file.
    fileprivate convenience init(
        of copy: StagedFile, by original: OwnedDescriptor, into output: OwnedDescriptor, for owner: JobOwner,
        _ time: ProcessorTimeMeter
    ) {
        var specification = VideoSpecification()
        specification.preset = .passthrough
        // The tables and metadata of a video can grow when they are rewritten.
        self.init(
            of: copy.descriptor, as: specification, metadataOf: original, into: output,
            room: copy.size / 8 * 9 + 16 << 20, for: owner, processorTime: 60 + copy.size / 10_000_000,
            meter: time.meter
        ) { _, _ in }
    }
}
