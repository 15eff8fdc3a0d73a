public import FilmgateModel
public import FilmgatePolicy
public import FoundationEssentials
internal import FilmgateDBus
internal import FilmgateWire

/// Explains the access of a client, and the visibility of an asset to it.
public struct AccessExplanation: Hashable, Sendable {
    /// Whether the client can see the asset, or any asset if none is named.
    public let isVisible: Bool
    public let level: Level
    /// Sentences for a person.
    public let reason: String
    /// Who decided; nil if there is no decision, and for the owner's tools.
    public let grantor: Grantor?
    /// The place of the policy that decides: `FILE:LINE`.
    public let rule: String?
    public let since: Date?
    /// Nil: it does not expire.
    public let expires: Date?
    /// The reason for the client's access, in a word: `owner`, `nobody`, `person`, `admin`, `preset`, `ceiling`,
    /// `fault`.
    public let source: String
    /// The reason for the asset's visibility, in a word: `unknown`, `no-access`, `everything`, `hidden`, `trashed`,
    /// `selected`, `in-album`, `added`, `named`, `removed`, `not-selected`; nil if no asset is named.
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
    /// Explains a client's access and, if an asset is named, why the client sees it or not.
    public func explain(
        _ client: ClientID, asset: AssetID? = nil
    ) async throws(PhotoLibraryError) -> AccessExplanation {
        let arguments = Arguments(ClientName(client), OptionalAssetIdentifier(asset), link.userOption)
        return AccessExplanation(try await call(AdminInterface.explainAccess, arguments).values)
    }
}
