public import FilmgateModel
import FilmgateDBus
import FilmgateWire

extension PhotoLibrary {
    /// Returns what became of assets that this app added, by the identifiers that `performChanges` returned; at most
    /// 1,000. Leaves out those that this app did not add, that it withdrew, or that are older than 30 days. Needs no
    /// right to read. `org.filmgate.Library1.GetReceipts`.
    public func receipts(for added: [AssetID]) async throws(PhotoLibraryError) -> [AssetID: ReceiptState] {
        let states = try await link.call(
            LibraryInterface.getReceipts, Arguments(added.map { AssetIdentifier($0) })
        ).values
        var receipts: [AssetID: ReceiptState] = [:]
        for (id, state) in states {
            if let id = AssetID(id) { receipts[id] = ReceiptState(rawValue: state) }
        }
        return receipts
    }

    /// Withdraws assets that this app added within the last hour, all or none, at most 1,000: permanently removes those
    /// in the inbox, and moves the others into the trash. Assets that the person has decided about or that a different
    /// client has used stay, which this app does not learn. `org.filmgate.Library1.WithdrawAdded`.
    ///
    /// - Throws: `PhotoLibraryError` with `notFound` if one of them is not this app's, or older.
    public func withdraw(_ added: [AssetID]) async throws(PhotoLibraryError) {
        _ = try await link.call(LibraryInterface.withdrawAdded, Arguments(added.map { AssetIdentifier($0) }))
    }
}
