import FilmgateDBus
import FilmgateModel
import FilmgateStore
import FilmgateWire

// Compiler fault: 2
/// A batch with all files that it needs.
final class PreparedBatch: Sendable {
    let batch: Batch
    let ingested: Ingest.IngestedFiles
    let edits: [ObjectPath: FinishedEdit]
    /// What assets that are reverted showed when the person was asked.
    let reverts: [AssetID: EditableAsset]

    init(
        _ batch: Batch, _ ingested: Ingest.IngestedFiles = Ingest.IngestedFiles(), edits: [ObjectPath: FinishedEdit],
        reverts: [AssetID: EditableAsset] = [:]
    ) {
        self.reverts = reverts
        self.batch = batch
        self.ingested = ingested
        self.edits = edits
    }

    /// Returns the changes for the store. Those with missing files can only be run dry.
    ///
    /// - Parameter isQuarantined: whether new assets wait in the inbox.
    func changes(isQuarantined: Bool) -> [StoreChange] {
        batch.items.map { item in
            switch item.work {
            case .create(let id, let creation, versionOf: nil, joins: let joined)
            where joined != nil || creation.joinsRelated:
                .join(
                    id, ingested.joins[id]?.staged(to: joined.map { .asset($0) } ?? .related),
                    properties: creation.properties, burst: creation.burst)
            case .create(let id, let creation, versionOf: let original, joins: _) where isQuarantined:
                .quarantine(
                    id, ingested.joins[id]?.asset, properties: creation.properties, original: original,
                    burst: creation.burst, unlessPresent: creation.unlessPresent)
            case .create(let id, let creation, versionOf: let original, joins: _):
                .create(
                    id, ingested.joins[id]?.asset, properties: creation.properties, original: original,
                    burst: creation.burst, unlessPresent: creation.unlessPresent)
            case .change(.revertContent(let id, _)): .revertContent(id, from: reverts[id])
            case .change(let change): change
            case .edit(let id, let path): .setContent(id, edits[path]?.edit)
            }
        }
    }
}

extension Batch {
    /// Returns the results of the sessions that it commits.
    ///
    /// - Throws: `invalidArgument` with the first change whose session is not finished, or edits a different asset.
    @BrokerActor func edits(of connection: ClientConnection) throws(WireError) -> [ObjectPath: FinishedEdit] {
        var edits: [ObjectPath: FinishedEdit] = [:]
        for (index, item) in items.enumerated() {
            guard case .edit(let id, let path) = item.work else { continue }
            guard let session = connection.edits[path], session.item == nil, let result = session.result,
                session.asset.id == id
            else {
                throw .inChange(
                    index,
                    .invalidArgument(
                        "set-content: 'session' must be a finished session of this connection for this asset."))
            }
            edits[path] = result
        }
        return edits
    }
}
