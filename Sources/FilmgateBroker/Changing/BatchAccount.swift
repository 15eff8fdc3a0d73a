internal import FilmgateModel
internal import FilmgateWire

// What the audit log says of batches: one entry for each kind of change.

extension Batch {
    /// What is about to be done, kind by kind, in the order in which the batch first has them.
    var accounts: [(AuditEntry.Operation, AuditSubject)] {
        var accounts: [(operation: AuditEntry.Operation, ids: [ObjectID])] = []
        for action in actions {
            let (kind, ids) = action.account
            if let index = accounts.firstIndex(where: { $0.operation == kind.account }) {
                accounts[index].ids += ids
            } else {
                accounts.append((kind.account, ids))
            }
        }
        return accounts.map { ($0.operation, AuditSubject(count: $0.ids.count, ids: $0.ids)) }
    }

    /// The same when it is known what was created: an asset that was there already is none of it.
    func done(_ accounts: [AuditEntry]) -> @Sendable ([ObjectID?]) -> [AuditEntry] {
        var creations: [ObjectID?] = []
        for action in actions {
            if case .create(let id, _) = action { creations.append(ObjectID(id)) } else { creations.append(nil) }
        }
        return { [creations] created in
            let skipped = Set(zip(creations, created).compactMap { $1 == nil ? $0 : nil })
            guard !skipped.isEmpty else { return accounts }
            return accounts.compactMap { entry in
                guard entry.operation == ChangeKind.createAsset.account else { return entry }
                var entry = entry
                entry.ids.removeAll(where: skipped.contains)
                entry.count -= UInt32(clamping: skipped.count)
                return entry.count > 0 ? entry : nil
            }
        }
    }

    /// What a refused batch is in the log: the change at fault, or all of them where they are of one kind, and what it names.
    static func account(ofRefused raw: [RawChange], for error: any Error) -> (AuditEntry.Operation, AuditSubject) {
        var faulty = raw[...]
        if case .inChange(let index, _)? = error as? WireError, raw.indices.contains(index) {
            faulty = raw[index...index]
        }
        let kinds = Set(faulty.map { try? ChangeKind($0) })
        guard kinds.count == 1, case let kind?? = kinds.first else { return ("perform-changes", AuditSubject()) }
        let ids = faulty.prefix(Bounds.changesInBatch).flatMap { (try? Change($0))?.action.named ?? [] }
        return (kind.account, AuditSubject(count: max(faulty.count, ids.count), ids: ids))
    }
}

extension Batch.Action {
    fileprivate var account: (ChangeKind, [ObjectID]) {
        switch self {
        case .create(let id, _): (.createAsset, [ObjectID(id)])
        case .setProperties(let id, _): (.setProperties, [ObjectID(id)])
        case .delete(let ids): (.deleteAssets, ids.map { ObjectID($0) })
        case .createAlbum(let id, title: _): (.createAlbum, [ObjectID(id)])
        case .rename(let id, title: _): (.rename, [ObjectID(id)])
        case .deleteAlbums(let ids): (.deleteAlbums, ids.map { ObjectID($0) })
        case .addAssets(let ids, to: let album): (.addAssets, [ObjectID(album)] + ids.map { ObjectID($0) })
        case .removeAssets(let ids, from: let album): (.removeAssets, [ObjectID(album)] + ids.map { ObjectID($0) })
        }
    }
}

extension Change.Action {
    /// The assets and albums of the library that it speaks of.
    fileprivate var named: [ObjectID] {
        let references: [Reference] =
            switch self {
            case .createAsset, .createAlbum: []
            case .setProperties(let reference, _), .rename(let reference, title: _): [reference]
            case .deleteAssets(let references), .deleteAlbums(let references): references
            case .addAssets(let references, to: let album), .removeAssets(let references, from: let album):
                [album] + references
            }
        return references.compactMap { if case .id(let id) = $0 { id } else { nil } }
    }
}

extension ChangeKind {
    /// Its name in the audit log, where a batch's changes of a kind are one entry.
    fileprivate var account: AuditEntry.Operation {
        switch self {
        case .createAsset: "create-assets"
        case .setProperties, .deleteAssets, .createAlbum, .rename, .deleteAlbums, .addAssets, .removeAssets:
            AuditEntry.Operation(rawValue: rawValue)
        }
    }
}
