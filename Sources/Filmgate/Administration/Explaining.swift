public import FilmgateModel
public import FilmgateWire
public import FoundationEssentials
internal import FilmgateDBus

extension AccessExplanation {
    /// Whether the client went over a tripwire and reads nothing until somebody decides.
    public var isPaused: Bool { source == "paused" }
    public var since: Date? { start.map { Date($0) } }
    /// Nil: it does not expire.
    public var expires: Date? { end.map { Date($0) } }
}

extension PhotoLibrary.Administration {
    /// Explains a client's access and, if an asset is named, why the client sees it or not.
    public func explain(
        _ client: ClientID, asset: AssetID? = nil
    ) async throws(PhotoLibraryError) -> AccessExplanation {
        let arguments = Arguments(ClientName(client), OptionalAssetIdentifier(asset), link.userOption)
        return try await call(AdminInterface.explainAccess, arguments).values
    }
}
