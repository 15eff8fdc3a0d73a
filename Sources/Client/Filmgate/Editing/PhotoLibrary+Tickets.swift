public import FilmgateModel
import FilmgateDBus
import FilmgateWire

extension PhotoLibrary {
    /// Creates a ticket with which an editor can edit an asset, even if the editor has no access to the asset.
    /// `org.filmgate.Editing1.CreateTicket`.
    ///
    /// The ticket is valid once, within ten minutes, and only for this editor. The edit is committed at once.
    ///
    /// - Throws: `notAuthorized` if this program is not one of the owner's tools; `notFound`; `restricted` if a policy
    ///   forbids the edit.
    public func createTicket(
        for editor: ClientID, toEdit asset: AssetID
    ) async throws(PhotoLibraryError) -> String {
        try await link.call(
            EditingInterface.createTicket, MessageArguments(AssetIDText(asset), ClientIDText(editor), NoOptions())
        ).values
    }

    /// Begins the session for which a ticket was created. `org.filmgate.Editing1.TakeUp`.
    func takeUp(
        _ ticket: String, handling formats: [AdjustmentFormat]
    ) async throws(PhotoLibraryError) -> (EditSessionProxy, ContentEditingInput) {
        try await link.perform { (connection) async throws(PhotoLibraryError) in
            let (path, content, input) = try await connection.call(
                EditingInterface.takeUp, MessageArguments(ticket, EditingOptions(handles: formats)),
                timeLimit: .unlimited
            ).values
            return (EditSessionProxy(at: path, on: connection), ContentEditingInput(content, input))
        }
    }
}
