import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire
import Synchronization

/// Performs a batch of changes: all or none.
@BrokerActor struct PerformChangesHandler: Sendable {
    let gate: Gate
    let ingest: FileIngester
    let confirming: ChangeConfirmer
    /// Runs one costly task of each client at a time: a dry run, or the search for the reason of a refusal.
    let turns: KeyedLimiter<ClientID>
    let unkept: DiscardedContentQuota
    let preparation: ImagePreparer

    private var core: LibraryCore { gate.core }
    private var library: Library { core.library }
    private func now() -> Timestamp { core.clock.now() }

    /// - Returns: one text for each change: the identifier of the object that it created, or "".
    func perform(_ raw: [RawChange], _ options: Options, for call: MethodCall) async throws -> [String] {
        // If the caller cannot be identified, `carryOut` refuses the call.
        let caller = try? await gate.caller(of: call).client
        do {
            return try await carryOut(raw, options, for: call)
        } catch {
            let (operation, subject) = Batch.account(ofRefused: raw, for: error)
            await gate.noteRefusal(error, of: operation, call, by: caller, subject)
            throw error
        }
    }

    /// Returns the error for a call whose arguments cannot be decoded: policy's refusal if the client may not add
    /// assets, and `error` if it may.
    func undecodable(_ error: any Error, in call: MethodCall) async -> any Error {
        var answer = error
        do { _ = try await gate.admit(call, to: .createAssets) } catch { answer = error }
        await gate.noteRefusal(answer, of: "perform-changes", call, by: nil, AuditSubject())
        return answer
    }

    private func carryOut(_ raw: [RawChange], _ options: Options, for call: MethodCall) async throws -> [String] {
        let operations = Self.operations(of: raw)
        let admission = try await gate.admit(call, toAll: operations)
        let changeOptions = try ChangeOptions(representation: options)
        let isDryRun = changeOptions.isDryRun
        guard changeOptions.undoName == nil || admission.client.isOwnersTool else {
            throw WireError.invalidArgument("PerformChanges: 'undo-name' is for the owner's tools.")
        }
        guard raw.count <= ContractLimits.changesInBatch else {
            throw WireError.limitsExceeded(
                "A batch holds at most \(ContractLimits.changesInBatch) changes, not \(raw.count); send several.")
        }
        let batch = try await offload { try Batch(raw) }
        if !admission.client.isOwnersTool { try batch.checkKeys() }
        try batch.checkRights(of: admission.visibility)
        let edits = try batch.edits(of: admission.connection)
        let question = try await question(batch, edits, admission)
        let asks = admission.mustConfirm && !isDryRun && !question.changes.isEmpty
        // Reports errors before files are copied and before the person is asked.
        if batch.namesAnything, asks || batch.creations > 0 {
            try await dryRun(PreparedBatch(batch, edits: edits), admission)
        }
        if asks {
            guard call.allowsInteraction else { throw Self.mustAllowInteraction }
            try await confirming.confirm(question, in: call, admission)
        }

        let budget = budget(of: admission.client)
        let ingested = try await ingestFiles(of: batch, from: admission.client, within: budget)
        let prepared = PreparedBatch(batch, ingested, edits: edits, reverts: question.reverted)
        // Asking the person and copying files took time, so the caller must still be connected and allowed.
        try Task.checkCancellation()
        let current = try await gate.admit(call, toAll: operations)
        try batch.checkRights(of: current.visibility)
        // If confirmation has become necessary meanwhile, the person was not asked, so the batch is refused.
        guard admission.mustConfirm || !current.mustConfirm || isDryRun || question.changes.isEmpty else {
            throw WireError.accessDenied
        }
        if isDryRun {
            try await dryRun(prepared, current, core.grants.quota(of: current.client))
            return batch.items.map { _ in "" }
        }
        // The editing sessions end only after the commit, so that a client can send a failed batch again.
        let applied = try await commit(prepared, current)
        if let name = changeOptions.undoName, let batch = applied.recorded {
            current.connection.namedBatches.add(batch, named: name)
        }
        for path in edits.keys { current.connection.edits.end(path) }
        if current.client.delegate != nil {
            for id in batch.certainCreations { current.connection.delegatedAdditions.insert(id) }
        }
        core.grants.endIfGone(current.holder)
        return applied.created.map { $0?.description ?? "" }
    }

    /// Commits the edit of an asset that the person opened with the client.
    ///
    /// - Throws: `busy` if the content has changed since the session began; `noSuchAsset`.
    func commit(_ edit: FinishedEdit, _ admission: Admission) async throws {
        let path = WireNames.rootPath
        let batch = Batch(committing: path, of: edit.asset.id)
        do {
            _ = try await commit(PreparedBatch(batch, edits: [path: edit]), admission)
        } catch let error as WireError {
            if case .inChange(_, let error) = error { throw error }
            throw error
        }
    }

    /// Returns the changes that the person must confirm.
    private func question(
        _ batch: Batch, _ edits: [ObjectPath: FinishedEdit], _ admission: Admission
    ) async throws -> ConfirmationRequest {
        let edited = batch.edited
        // Edits of items in the inbox need confirmation, too, because the person may already have looked at the items.
        let isQuarantined = core.grants.quarantinesAdditions(of: admission.client)
        let own =
            edited.isEmpty || isQuarantined ? [] : try await library.additions(of: admission.holder, among: edited)
        var targets: [ContentPreviewMaker.ChangedContent] = []
        var reverted: [AssetID: EditableAsset] = [:]
        for item in batch.items {
            switch item.change {
            case .setContent(let id, _) where !own.contains(id):
                targets.append(
                    ContentPreviewMaker.ChangedContent(asset: id, edit: item.session.flatMap { edits[$0]?.edit }))
            case .revertContent(let id, from: _) where batch.asksAbout(id, own):
                reverted[id] = try await library.editableAsset(id, visibleTo: admission.visibility)
                targets.append(ContentPreviewMaker.ChangedContent(asset: id, edit: nil))
            default: break
            }
        }
        return ConfirmationRequest(batch.confirmed(own: own), targets, reverted: reverted)
    }

    /// Applies a batch, and records it in the audit log.
    ///
    /// - Returns: the identifiers of the created objects, and the batch in the undo log.
    private func commit(
        _ prepared: PreparedBatch, _ admission: Admission
    ) async throws -> (created: [ObjectID?], recorded: RecordedBatch?) {
        let (batch, client) = (prepared.batch, admission.client)
        var audited = core.audit.changing(batch.accounts, by: client)
        let (done, haveEntries) = (batch.done(audited.entries), audited.haveEntries)
        let isQuarantined = core.grants.quarantinesAdditions(of: client)
        let recorded = Mutex<RecordedBatch?>(nil)
        let created = try await make(prepared, admission, isQuarantined: isQuarantined) { applied in
            recorded.withLock { $0 = applied.recorded }
            return haveEntries ? done(applied.created) : []
        }
        let budget = budget(of: client)
        let deleted = batch.deleted
        var added: [AssetID] = []
        var edits: [AssetID: ContentCost] = [:]
        for (item, id) in zip(batch.items, created) {
            switch item.change {
            case .createAsset(let asset, _):
                if let id, !deleted.contains(id), let cost = prepared.ingested.costs[asset] {
                    budget?.kept(cost, of: asset)
                    added.append(asset)
                }
            case .setContent(let asset, _):
                edits[asset] = item.session.flatMap { prepared.edits[$0]?.cost }
                added.append(asset)
            case .revertContent(let asset, from: _): edits[asset] = nil
            default: break
            }
        }
        for (asset, cost) in edits where !deleted.contains(ObjectID(asset)) { budget?.kept(cost) }
        if !isQuarantined {
            preparation.added(added, by: client.id)
        } else if !added.isEmpty {
            core.signals.inboxChanged()
        }
        audited.entries = done(created)
        core.audit.made(audited, by: client)
        return (created, recorded.withLock { $0 })
    }

    /// Returns the limit for content that is copied and read but not kept, or nil for no limit.
    private func budget(of client: Client) -> ContentBudget? {
        unkept.budget(of: client, under: core.grants.quota(of: client))
    }

    private func dryRun(
        _ prepared: PreparedBatch, _ admission: Admission, _ quota: AdditionQuota? = nil
    ) async throws {
        let isQuarantined = core.grants.quarantinesAdditions(of: admission.client)
        try await turns.run(for: admission.client.id) {
            do {
                try await library.apply(
                    prepared.changes(isQuarantined: isQuarantined), visibleTo: admission.visibility,
                    holder: admission.holder, at: now(), quota: quota, isDryRun: true)
            } catch let refusal as ChangeRefusal {
                throw try await wireError(for: refusal, admission)
            }
        }
    }

    private func make(
        _ prepared: PreparedBatch, _ admission: Admission, isQuarantined: Bool,
        audit: @Sendable (AppliedBatch) -> [AuditEntry]
    ) async throws -> [ObjectID?] {
        do {
            return try await library.apply(
                prepared.changes(isQuarantined: isQuarantined), visibleTo: admission.visibility,
                holder: admission.holder, at: now(), quota: core.grants.quota(of: admission.client), audit: audit)
        } catch let refusal as ChangeRefusal {
            throw try await turns.run(for: admission.client.id) { try await wireError(for: refusal, admission) }
        }
    }

    /// Returns the error for a refused change. Can take long, because it may have to search all moments.
    private func wireError(for refusal: ChangeRefusal, _ admission: Admission) async throws -> WireError {
        try await isFixed(refusal.reason, admission)
            ? WireError.inChange(refusal.index, Self.fixed) : WireError(refusal)
    }

    /// Returns whether the refused identifier belongs to a computed or transient collection that the client sees.
    private func isFixed(
        _ reason: ChangeRefusal.Reason, _ admission: Admission
    ) async throws -> Bool {
        switch reason {
        case .noSuchAlbum(let id), .noSuchFolder(let id), .noSuchCollection(let id):
            let transients = admission.connection.results.transientAlbums
            guard !transients.contains(where: { $0.id == id }) else { return true }
            return try await library.isFixed(
                id, visibleTo: admission.visibility, inTurnOf: admission.client.id)
        case .notFound, .noSuchBurst, .resources, .contentChanged, .notInTrash, .beyondEnd, .beyondLastChild,
            .notInAlbum, .notInBurst, .tooManyKeywords, .cycle, .tooDeep, .hasRule, .hasNoRule, .tooManyRules:
            return false
        }
    }

    private static let fixed = WireError.invalidArgument(
        "smart albums, moments, their folders and transient albums cannot be changed.")

    /// Ingests the files of a batch. Refuses files that exceed the client's quota or the library's capacity before
    /// they are copied.
    private func ingestFiles(of batch: Batch, from client: Client, within budget: ContentBudget?) async throws
        -> FileIngester.IngestedFiles
    {
        guard batch.creations > 0 else { return FileIngester.IngestedFiles() }
        let quota = core.grants.quota(of: client)
        let room = try await library.room()
        let text = batch.certainTextBytes
        var left: UInt64?
        if let quota {
            left = try await library.check(
                quota, of: client.id, adding: batch.certainCreations.count, bytes: text, at: now())
            left = left.map { $0 > text ? $0 - text : 0 }
        }
        let allowance = StagingAllowance(bytes: left, room: room) { bytes throws(StagingRefusal) in
            try budget?.take(bytes)
        }
        do {
            return try await ingest.files(
                of: batch, from: client.id, within: FileIngester.Quota(allowance: allowance, budget: budget))
        } catch StagingRefusal.overAllowance {
            // Throws an error that states when the files will fit into the quota. If they fit by now, a new attempt
            // will succeed.
            if let quota {
                try await library.check(
                    quota, of: client.id, adding: batch.certainCreations.count,
                    bytes: allowance.bytesWanted.addingClamped(text), at: now())
            }
            throw StagingRefusal.overAllowance
        } catch StagingRefusal.overRoom {
            throw LibraryFull(capacity: library.capacity ?? 0)
        }
    }

    /// Returns the operations that policy must allow: `createAssets` for an unknown change, which is refused later.
    private static func operations(of raw: [RawChange]) -> [Operation] {
        raw.isEmpty ? [.createAssets] : raw.map { ChangeKind.operation(of: $0) ?? .createAssets }
    }

    private static let mustAllowInteraction = ErrorReply.interactiveAuthorizationRequired(
        "The person must confirm this: send it with the flag that allows interactive authorization.")
}

extension Batch {
    /// - Throws: `inChange` for the first change with a key or resource that only the owner's tools use.
    fileprivate func checkKeys() throws(WireError) {
        for (index, item) in items.enumerated() {
            if case .createAsset(_, let creation) = item.change,
                creation.joins != nil || creation.options.isOwners
                    || item.resources.contains(where: { $0.type == .attachment })
            {
                throw .inChange(
                    index,
                    .invalidArgument(
                        "create-asset: 'joins', 'joins-related', 'allow-damaged', 'fallback-guessed', "
                            + "'fallback-lacks-zone', 'import-began' and the resource 'attachment' are for the "
                            + "owner's tools."))
            }
        }
    }

    fileprivate var creations: Int { items.count { if case .createAsset = $0.change { true } else { false } } }

    /// - Throws: `inChange` for the first change that uses a property that the client may not read. In assets that the
    ///   batch itself adds, the client may change every property.
    fileprivate func checkRights(of visibility: Visibility) throws(WireError) {
        var own: Set<AssetID> = []
        for (index, item) in items.enumerated() {
            switch item.change {
            case .createAsset(let id, let creation): if !creation.options.unlessPresent { own.insert(id) }
            case .setProperties(let id, let changes):
                let lacking = visibility.lacking(for: changes)
                guard lacking.isEmpty || own.contains(id) else { throw .inChange(index, .lacking(lacking)) }
                guard !visibility.blursPlaces(of: changes) || own.contains(id) else {
                    throw .inChange(index, .roundedPlaces)
                }
            case .createAlbum(_, title: _, in: _, rule: let rule?), .setRule(let rule, of: _):
                if let withheld = WithheldPropertyError(of: rule, for: visibility) {
                    throw .inChange(index, WireError(withheld))
                }
            case .addKeywords(_, to: let ids), .removeKeywords(_, from: let ids):
                guard visibility.shows(.keywords) || ids.allSatisfy(own.contains) else {
                    throw .inChange(index, .lacking(.captions))
                }
            default: break
            }
        }
    }

    /// The assets that the batch certainly creates. Assets that may already exist do not count.
    fileprivate var certainCreations: [AssetID] {
        items.compactMap {
            if case .createAsset(let id, let creation) = $0.change, !creation.options.unlessPresent { id } else { nil }
        }
    }

    /// The bytes of the text of assets that the batch certainly creates. Keywords may need a few more bytes.
    fileprivate var certainTextBytes: UInt64 {
        items.reduce(0) { sum, item in
            guard case .createAsset(_, let creation) = item.change, !creation.options.unlessPresent else { return sum }
            let given = creation.properties
            let texts = [given.title, given.caption, given.altText].compactMap(\.self) + (given.keywords ?? [])
            return texts.reduce(sum) { $0 + UInt64($1.utf8.count) }
        }
    }
}
