import FilmgateDBus
import FilmgateModel
import FilmgateWire

// The audit log's entries for batches: one for each kind of change.

extension Batch {
    /// The planned changes by kind, in the order in which the kinds first occur in the batch.
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

    /// Returns the same, after the created identifiers are known: does not count an asset that already existed.
    func done(_ accounts: [AuditEntry]) -> @Sendable ([ObjectID?]) -> [AuditEntry] {
        let creations: [ObjectID?] = items.map { item in
            if case .createAsset(let id, _) = item.change { ObjectID(id) } else { nil }
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

    /// Returns the log's description of a refused batch: the change with the error, or all changes if they have the
    /// same kind, and the objects that they name.
    static func account(ofRefused raw: [RawChange], for error: any Error) -> (AuditEntry.Operation, AuditSubject) {
        var faulty = raw[...]
        if case .inChange(let index, _)? = error as? WireError, raw.indices.contains(index) {
            faulty = raw[index...index]
        }
        let kinds = Set(faulty.map { ChangeKind(rawValue: $0.values.0) })
        guard kinds.count == 1, case let kind?? = kinds.first else { return ("perform-changes", AuditSubject()) }
        // The call itself refuses what cannot be decoded.
        let references = faulty.prefix(Bounds.changesInBatch).flatMap { (try? WireChange($0))?.references ?? [] }
        let ids = references.compactMap { if case .id(let id) = $0 { id } else { nil } }
        return (kind.account, AuditSubject(count: max(faulty.count, ids.count), ids: ids))
    }
}

extension ChangeKind {
    /// The kind's name in the audit log, which has one entry for a batch's changes of that kind.
    fileprivate var account: AuditEntry.Operation {
        self == .createAsset ? "create-assets" : AuditEntry.Operation(rawValue: rawValue)
    }
}
