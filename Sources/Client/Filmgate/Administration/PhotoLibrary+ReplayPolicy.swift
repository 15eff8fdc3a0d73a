public import FilmgateWire
public import FoundationEssentials
import FilmgateDBus
import FilmgateModel

extension PhotoLibrary.Administration {
    /// Returns the calls of the audit log that a policy would have decided differently, the most frequent first.
    ///
    /// - Parameters:
    ///   - files: the texts of policy files; later ones override earlier ones.
    ///   - since: the earliest date; nil for the whole log.
    public func replay(
        policy files: [String], since: Date? = nil
    ) async throws(PhotoLibraryError) -> [ReplayedDecision] {
        let options = ReplayOptions(
            since: since.map { Timestamp($0) }, user: link.user, further: Array(files.dropFirst()))
        return try await link.call(
            AdminInterface.replayPolicy, Arguments(files.first ?? "", options), timeLimit: .unlimited
        ).values
    }
}
