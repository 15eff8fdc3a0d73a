import FilmgateDBus
import FilmgateModel
import FilmgateStore
import FilmgateWire

// Compiler fault: 2
/// A batch with the files and edits that it commits.
final class PreparedBatch: Sendable {
    let batch: Batch
    let ingested: FileIngester.IngestedFiles
    let edits: [ObjectPath: FinishedEdit]
    /// The content of the reverted assets when the person was asked.
    let reverts: [AssetID: EditableAsset]

    init(
        _ batch: Batch, _ ingested: FileIngester.IngestedFiles = FileIngester.IngestedFiles(),
        edits: [ObjectPath: FinishedEdit],
        reverts: [AssetID: EditableAsset] = [:]
    ) {
        self.reverts = reverts
        self.batch = batch
        self.ingested = ingested
        self.edits = edits
    }

    /// Returns the changes for the store. Changes may lack files only in a dry run.
    ///
    /// - Parameter isQuarantined: whether new assets wait in the inbox.
    func changes(isQuarantined: Bool) -> [StoreChange] {
        batch.items.map { item in
            switch item.change {
            case .createAsset(let id, var creation):
                creation.files = ingested.assets[id]
                creation.isQuarantined = isQuarantined
                return .createAsset(id, creation)
            case .setContent(let id, _): return item.session.flatMap { edits[$0]?.change } ?? .setContent(id, nil)
            case .revertContent(let id, from: _): return .revertContent(id, from: reverts[id])
            default: return item.change
            }
        }
    }
}

extension Batch {
    /// Returns the results of the sessions that the batch commits.
    ///
    /// - Throws: `inChange` for a change whose session is unknown, unfinished, of a ticket, or of a different asset.
    @BrokerActor func edits(of connection: ClientConnection) throws(WireError) -> [ObjectPath: FinishedEdit] {
        var edits: [ObjectPath: FinishedEdit] = [:]
        for (index, item) in items.enumerated() {
            guard case .setContent(let id, _) = item.change, let path = item.session else { continue }
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
