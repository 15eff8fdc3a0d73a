public import FilmgateModel
import FilmgateDBus
import FilmgateWire

extension PhotoLibrary {
    /// Makes all changes of a request, or none. `org.filmgate.Library1.PerformChanges`.
    ///
    ///     let result = try await library.performChanges { request in
    ///         let photo = request.createAsset(from: [NewAssetResource(.photo, file, filename: "IMG_0001.JPG")])
    ///         let summer = request.createAlbum(title: "Summer", in: request.createFolder(title: "2024"))
    ///         request.add([photo, earlier.id], to: summer)
    ///     }
    ///
    /// Waits until the broker has copied the files and, if confirmation is needed, until the person answers. Cancelling
    /// the task ends only the wait, not the changes.
    ///
    /// - Parameters:
    ///   - dryRun: whether to only check the changes, without asking the person or changing anything.
    ///   - fill: adds the changes to the request.
    /// - Throws: `inChange` with the index of a change, if that change failed.
    @discardableResult
    public func performChanges(
        dryRun: Bool = false, _ fill: (inout ChangeRequest) -> Void
    ) async throws(PhotoLibraryError) -> ChangeResult {
        var request = ChangeRequest()
        fill(&request)
        return try await perform(request, dryRun: dryRun)
    }

    /// Makes all changes of a request, or none.
    ///
    /// - Parameter undoName: a name for the batch, to be passed to `Administration.undoChanges(named:)`; only for the
    ///   owner's tools.
    @discardableResult
    public func perform(
        _ request: ChangeRequest, dryRun: Bool = false, undoName: String? = nil
    ) async throws(PhotoLibraryError) -> ChangeResult {
        guard !request.changes.isEmpty else { return ChangeResult([]) }
        let options = ChangeOptions(isDryRun: dryRun, undoName: undoName).representation
        let identifiers = try await link.call(
            LibraryInterface.performChanges, MessageArguments(request.changes.map(\.raw), options),
            timeLimit: .interactive
        ).values
        guard identifiers.count == request.changes.count else {
            throw .invalidReply(
                "The broker answered with \(identifiers.count) identifiers for \(request.changes.count) changes.")
        }
        return ChangeResult(identifiers.map { ObjectID($0) })
    }

    /// Returns the states of up to 1,000 assets that this app added, keyed by the identifiers that `performChanges`
    /// returned. Omits assets that this app did not add, has withdrawn, or added more than 30 days ago. Requires no
    /// right to read. `org.filmgate.Library1.GetReceipts`.
    public func receipts(for added: [AssetID]) async throws(PhotoLibraryError) -> [AssetID: ReceiptState] {
        let states = try await link.call(
            LibraryInterface.getReceipts, MessageArguments(added.map { AssetIDText($0) })
        ).values
        var receipts: [AssetID: ReceiptState] = [:]
        for (id, state) in states {
            if let id = AssetID(id) { receipts[id] = ReceiptState(rawValue: state) }
        }
        return receipts
    }

    /// Withdraws up to 1,000 assets that this app added within the last hour. Permanently deletes assets in the inbox,
    /// and moves other assets to the trash. Silently skips assets about which the person has decided, or that another
    /// client has changed. Withdraws no asset if an error is thrown. `org.filmgate.Library1.WithdrawAdded`.
    ///
    /// - Throws: `notFound` if this app did not add one of the assets, or added it more than an hour ago.
    public func withdraw(_ added: [AssetID]) async throws(PhotoLibraryError) {
        _ = try await link.call(LibraryInterface.withdrawAdded, MessageArguments(added.map { AssetIDText($0) }))
    }
}
