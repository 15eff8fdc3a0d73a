internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// Carries out a batch of changes: all of it or nothing.
struct PerformChanges: Sendable {
    let gate: Gate
    let library: Library
    let ingest: Ingest
    let confirming: ConfirmChanges
    let now: @Sendable () -> Timestamp

    /// - Returns: one text for each change: the identifier of the asset that it created, else "".
    func perform(_ raw: [RawChange], _ options: Options, for call: MethodCall) async throws -> [String] {
        let caller = try? await gate.client(of: call)
        do {
            return try await carryOut(raw, options, for: call)
        } catch {
            let (operation, subject) = Batch.account(ofRefused: raw, for: error)
            await gate.noteRefusal(error, of: operation, call, by: caller, subject)
            throw error
        }
    }

    /// What to answer where the arguments cannot be decoded: whoever may add nothing hears that first.
    func undecodable(_ error: any Error, in call: MethodCall) async -> any Error {
        var answer = error
        do { _ = try await gate.admit(call, to: .createAssets) } catch { answer = error }
        await gate.noteRefusal(answer, of: "perform-changes", call, by: nil, AuditSubject())
        return answer
    }

    private func carryOut(_ raw: [RawChange], _ options: Options, for call: MethodCall) async throws -> [String] {
        let operations = Self.operations(of: raw)
        let admission = try await gate.admit(call, toAll: operations)
        try OptionReader(options, of: "PerformChanges").finish()
        guard raw.count <= Bounds.changesInBatch else {
            throw WireError.limitsExceeded(
                "A batch holds at most \(Bounds.changesInBatch) changes, not \(raw.count); send several.")
        }
        let batch = try Batch(raw)
        try await check(batch, visibleTo: admission.visibility)
        if admission.mustConfirm {
            guard call.allowsInteraction else { throw Self.mustAllowInteraction }
            try await confirming.confirm(batch, by: admission.client, in: call)
        }

        let assets = try await takeIn(batch, from: admission.client)
        // The person and the files took their time: the caller must still be there, and still be allowed.
        try Task.checkCancellation()
        let current = try await gate.admit(call, toAll: operations)
        // Whoever acted as the owner, and does no longer, was not confirmed.
        guard admission.mustConfirm || !current.mustConfirm else { throw WireError.accessDenied }
        var audited = await gate.audit.changing(batch.accounts, by: current.client)
        let (done, haveEntries) = (batch.done(audited.entries), audited.haveEntries)
        do {
            let created = try await library.apply(
                try batch.changes(with: assets, for: current.visibility), visibleTo: current.visibility,
                holder: current.holder, at: now(), quota: await gate.ledger.quota(of: current.client),
                audit: { haveEntries ? done($0) : [] })
            audited.entries = done(created)
            await gate.audit.made(audited, by: current.client)
            await gate.ledger.endIfGone(current.holder)
            return created.map { $0?.description ?? "" }
        } catch let refusal as ChangeRefusal {
            throw WireError(refusal)
        }
    }

    /// Brings the files in; what is more than the client may add is refused before it is copied.
    private func takeIn(_ batch: Batch, from client: Client) async throws -> [AssetID: StagedAsset] {
        guard let quota = await gate.ledger.quota(of: client), batch.certainCreations > 0 else {
            return try await ingest.takeIn(batch, from: client.id, within: nil)
        }
        let left = try await library.check(quota, of: client.id, adding: batch.certainCreations, at: now())
        let allowance = left.map { StagingAllowance(bytes: $0) }
        do {
            return try await ingest.takeIn(batch, from: client.id, within: allowance)
        } catch StagingRefusal.overAllowance {
            // Says since when there is too much; where there is room meanwhile, the next try will find it.
            try await library.check(
                quota, of: client.id, adding: batch.certainCreations, bytes: allowance?.bytesWanted ?? 0, at: now())
            throw StagingRefusal.overAllowance
        }
    }

    /// What policy is asked about; a name that does not exist is treated as adding, until it is refused for what it is.
    private static func operations(of raw: [RawChange]) -> [Operation] {
        raw.isEmpty ? [.createAssets] : raw.map { (try? ChangeKind($0))?.operation ?? .createAssets }
    }

    /// Unknown identifiers are told before files are copied and before anybody is asked.
    private func check(_ batch: Batch, visibleTo visibility: Visibility) async throws {
        let touched = batch.touched
        for (index, id) in touched.assets where try await library.key(of: id, visibleTo: visibility) == nil {
            throw WireError.inChange(index, .noSuchAsset)
        }
        for (index, id) in touched.albums where try await library.albums([id], visibleTo: visibility).isEmpty {
            throw WireError.inChange(index, .noSuchAlbum)
        }
    }

    private static let mustAllowInteraction = ErrorReply.interactiveAuthorizationRequired(
        "The person must confirm this: send it with the flag that allows interactive authorization.")
}

extension Batch {
    /// How many assets it creates, those aside that may be there already.
    fileprivate var certainCreations: Int {
        actions.count {
            if case .create(_, let creation) = $0 { !creation.unlessPresent } else { false }
        }
    }

    /// The same changes as the store takes them.
    ///
    /// Whether the same content is there is told to nobody who may not know an asset's hash.
    fileprivate func changes(with assets: [AssetID: StagedAsset], for visibility: Visibility) throws -> [StoreChange] {
        try actions.map { action in
            switch action {
            case .create(let id, let creation):
                guard let asset = assets[id] else { throw CancellationError() }
                return .create(
                    id, asset, properties: creation.properties,
                    unlessPresent: creation.unlessPresent && visibility.tells(.contentHash))
            case .setProperties(let id, let changes): return .setProperties(id, changes)
            case .delete(let ids): return .trash(ids)
            case .createAlbum(let id, let title): return .createAlbum(id, title: title)
            case .rename(let id, let title): return .renameAlbum(id, title: title)
            case .deleteAlbums(let ids): return .deleteAlbums(ids)
            case .addAssets(let ids, to: let album): return .addAssets(ids, to: album)
            case .removeAssets(let ids, from: let album): return .removeAssets(ids, from: album)
            }
        }
    }
}
