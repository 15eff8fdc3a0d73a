import FilmgateDBus
import FilmgateModel
import FilmgateStore
import FilmgateSystem
import FilmgateWire

/// Makes snapshots: files that hold the rows of a result in columns.
extension Fetcher {
    func snapshot(
        _ names: [String], _ range: SnapshotRange, of call: MethodCall, _ admission: Admission
    ) async throws -> (OwnedDescriptor, SnapshotLayout) {
        let content = try await visibleContent(of: call, admission)
        let count = range.count ?? UInt32(clamping: content.count)
        do {
            let snapshot =
                switch content {
                case .assets(let keys):
                    try await core.library.snapshot(
                        of: keys, page(of: keys, range.offset, count), properties: try AssetProperty.inOrder(names),
                        visibleTo: admission.visibility, for: admission.holder, limit: ContractLimits.snapshotBytes)
                case .collections(let keys):
                    try await collectionSnapshot(
                        Array(keys.ids[page(of: keys.ids, range.offset, count)]), try CollectionProperty.inOrder(names),
                        admission)
                }
            guard let snapshot else { throw WireError.outOfSight }
            try results.give(snapshot, to: admission.client.id)
            return (
                snapshot.content,
                SnapshotLayout(count: snapshot.count, columns: snapshot.columns, ids: snapshot.ids)
            )
        } catch is SnapshotTooLarge {
            throw WireError.limitsExceeded(
                "The snapshot would be larger than \(ContractLimits.snapshotBytes >> 20) MiB; ask for fewer properties or rows."
            )
        }
    }

    private func collectionSnapshot(
        _ ids: [ObjectID], _ properties: [CollectionProperty], _ admission: Admission
    ) async throws -> Snapshot? {
        guard let collections = try await collections(ids, Set(properties), admission) else {
            return nil
        }
        return try await offload {
            var writer = try SnapshotWriter(properties, rows: ids.count, limit: ContractLimits.snapshotBytes)
            for collection in collections {
                for (field, property) in properties.enumerated() {
                    writer.append(collection.value(of: property), to: field)
                }
                try writer.endRow()
            }
            return try writer.finish(naming: ids)
        }
    }
}
