public import FilmgateModel
public import FilmgateWire
public import FoundationEssentials
import FilmgateDBus

extension PhotoLibrary.Administration {
    /// Undoes a client's changes, as one batch that can itself be undone.
    ///
    /// - Parameters:
    ///   - client: nil for the owner's tools. Without dates, only their last batch is undone.
    ///   - since: the earliest date, included; nil for everything that is kept.
    ///   - until: the latest date, excluded.
    ///   - isDryRun: whether to only report what would be done.
    public func undoChanges(
        of client: ClientID?, since: Date? = nil, until: Date? = nil, isDryRun: Bool = false
    ) async throws(PhotoLibraryError) -> UndoneChanges {
        let options = UndoOptions(
            since: since.map { Timestamp($0) }, until: until.map { Timestamp($0) }, user: link.user, isDryRun: isDryRun)
        return try await link.call(
            AdminInterface.undoChanges, Arguments(UndoneClientName(client), options), timeLimit: .unlimited
        ).values
    }
}
