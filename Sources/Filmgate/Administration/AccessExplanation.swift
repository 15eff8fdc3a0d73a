public import FilmgateModel
public import FilmgatePolicy
public import FoundationEssentials
internal import FilmgateDBus
internal import FilmgateWire

/// Why a client may what it may, and why it sees an asset or does not.
public struct AccessExplanation: Hashable, Sendable {
    /// Whether it can see the asset; without one, whether it can see any.
    public let isVisible: Bool
    public let level: Level
    /// Sentences for a person.
    public let reason: String
    /// Who gave or refused it; nil where nobody has decided, and for the owner's tools.
    public let grantor: Grantor?
    /// Where a policy decides: `FILE:LINE`.
    public let rule: String?
    public let since: Date?
    /// Nil: it does not expire.
    public let expires: Date?
    /// What decides about the client, in a word: `owner`, `nobody`, `person`, `admin`, `preset`, `ceiling`, `fault`.
    public let source: String
    /// What decides about the asset, in a word: `unknown`, `no-access`, `everything`, `hidden`, `trashed`, `selected`, `in-album`,
    /// `added`, `named`, `removed`, `not-selected`; nil without one.
    public let sight: String?

    init(_ description: AccessDescription) {
        isVisible = description.isVisible
        level = description.level
        reason = description.reason
        grantor = description.grantor
        rule = description.rule
        since = description.since.map { Date($0) }
        expires = description.expires.map { Date($0) }
        source = description.source
        sight = description.sight
    }
}

extension PhotoLibrary.Administration {
    /// Why a client may what it may, and where an asset is named, why it sees that or does not.
    public func explain(
        _ client: ClientID, asset: AssetID? = nil
    ) async throws(PhotoLibraryError) -> AccessExplanation {
        let arguments = Arguments(ClientName(client), OptionalAssetIdentifier(asset), link.userOption)
        return AccessExplanation(try await call(AdminInterface.explainAccess, arguments).values)
    }
}
