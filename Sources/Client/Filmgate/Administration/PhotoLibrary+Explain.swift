public import FilmgateModel
public import FilmgateWire
public import FoundationEssentials
import FilmgateDBus

extension AccessExplanation {
    /// Whether the access is paused, by an administrator or a tripwire (a policy's limit on the assets that are read).
    public var isPaused: Bool { source == "paused" }
    public var since: Date? { start.map { Date($0) } }
    /// The end of the client's access; nil if the access does not expire.
    public var expires: Date? { end.map { Date($0) } }
}

extension PhotoLibrary.Administration {
    /// Explains a client's access and, if `asset` is not nil, why the client can or cannot see this asset.
    public func explain(
        _ client: ClientID, asset: AssetID? = nil
    ) async throws(PhotoLibraryError) -> AccessExplanation {
        try await explain(client, asset: asset, named: nil)
    }

    /// Returns the assets that match a file name or the beginning of an identifier. For the owner's tools that show the
    /// audit log. The audit log does not record this call.
    package func assets(
        named name: String
    ) async throws(PhotoLibraryError) -> [(id: AssetID, filename: String?, isTrashed: Bool)] {
        // The returned assets do not depend on the client, so this call names a client that does not exist.
        guard let nobody = ClientID(.app, "none") else { return [] }
        return try await explain(nobody, asset: nil, named: name).matches.map { ($0.id, $0.filename, $0.isTrashed) }
    }

    private func explain(
        _ client: ClientID, asset: AssetID?, named name: String?
    ) async throws(PhotoLibraryError) -> AccessExplanation {
        let options = ExplanationOptions(user: link.user, name: name)
        let arguments = MessageArguments(ClientIDText(client), OptionalAssetIdentifier(asset), options)
        return try await link.call(AdminInterface.explainAccess, arguments).values
    }
}
