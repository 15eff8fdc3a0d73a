internal import FilmgateModel
internal import FilmgateWire

// What the audit log says of batches: one entry for each kind of change.

extension Batch {
    /// What is about to be done, kind by kind, in the order in which the batch first has them.
    var accounts: [(AuditEntry.Operation, AuditSubject)] {
        var accounts: [(operation: AuditEntry.Operation, ids: [ObjectID])] = []
        for item in items {
            if let index = accounts.firstIndex(where: { $0.operation == item.kind.account }) {
                accounts[index].ids += item.ids
            } else {
                accounts.append((item.kind.account, item.ids))
            }
        }
        return accounts.map { ($0.operation, AuditSubject(count: $0.ids.count, ids: $0.ids)) }
    }

    /// The same when it is known what was created: an asset that was there already is none of it.
    func done(_ accounts: [AuditEntry]) -> @Sendable ([ObjectID?]) -> [AuditEntry] {
        let creations: [ObjectID?] = items.map { item in
            if case .create(let id, _, versionOf: _) = item.work { ObjectID(id) } else { nil }
        }
        return { created in
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
        let references = faulty.prefix(Bounds.changesInBatch).flatMap { (try? Change($0))?.action.references ?? [] }
        let ids = references.compactMap { if case .id(let id) = $0 { id } else { nil } }
        return (kind.account, AuditSubject(count: max(faulty.count, ids.count), ids: ids))
    }
}

extension ChangeKind {
    /// Its name in the audit log, where a batch's changes of a kind are one entry.
    fileprivate var account: AuditEntry.Operation {
        self == .createAsset ? "create-assets" : AuditEntry.Operation(rawValue: rawValue)
    }
}
