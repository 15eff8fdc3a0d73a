public import FilmgateModel
public import FilmgateWire
public import FoundationEssentials
import FilmgateDBus

extension PhotoLibrary.Administration {
    /// Undoes a client's changes, as one batch that can itself be undone.
    ///
    /// - Parameters:
    ///   - client: the client; nil for the owner's tools. If both dates are nil too, only their last batch is undone.
    ///   - since: the earliest date of the changes, inclusive; nil for all recorded changes.
    ///   - until: the latest date of the changes, exclusive; nil for no limit.
    ///   - isDryRun: whether to return the changes without undoing them.
    public func undoChanges(
        of client: ClientID?, since: Date? = nil, until: Date? = nil, isDryRun: Bool = false
    ) async throws(PhotoLibraryError) -> UndoneChanges {
        try await undoChanges(
            of: client,
            UndoOptions(
                since: since.map { Timestamp($0) }, until: until.map { Timestamp($0) }, user: link.user,
                isDryRun: isDryRun))
    }

    /// Undoes the named batches of this connection, as one batch.
    ///
    /// - Parameter names: the names that were passed to `PhotoLibrary.perform` as `undoName`.
    /// - Throws: `notFound` if the broker does not know one of the names, for example because the connection is new.
    public func undoChanges(named names: [String]) async throws(PhotoLibraryError) -> UndoneChanges {
        try await undoChanges(of: nil, UndoOptions(user: link.user, names: names))
    }

    private func undoChanges(
        of client: ClientID?, _ options: UndoOptions
    ) async throws(PhotoLibraryError) -> UndoneChanges {
        try await link.call(
            AdminInterface.undoChanges, MessageArguments(UndoneClientIDText(client), options),
            timeLimit: .unlimited
        ).values
    }
}
