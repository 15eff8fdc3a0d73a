import FilmgateDBus
public import FilmgateModel
public import FilmgateWire

extension PhotoLibrary {
    /// Returns the items of lasting picks, the most recently picked first. This app can open them on each of its
    /// connections. `org.filmgate.Picker1.KeptItems`.
    ///
    /// An item ends when the person or an administrator revokes it, when the app does not use it for a long time, or
    /// when its asset is permanently deleted.
    public func keptItems() async throws(PhotoLibraryError) -> [PickerResult] {
        try await link.perform { (connection) async throws(PhotoLibraryError) in
            try await connection.call(PickerInterface.keptItems, MessageArguments(NoOptions())).values.map {
                PickerResult($0, removed: $0.removed ?? [], isLasting: true, on: connection)
            }
        }
    }

    /// Releases items that this app no longer needs. `org.filmgate.Picker1.ForgetItems`.
    public func forget(_ items: [PickerResult]) async throws(PhotoLibraryError) {
        let handles = items.map { PickHandleText(representation: $0.itemProvider.handle) }
        _ = try await link.call(PickerInterface.forgetItems, MessageArguments(handles))
    }
}

extension PhotoLibrary.Administration {
    /// Returns the items of lasting picks, the most recently picked first. `org.filmgate.Admin1.ListKeptItems`.
    ///
    /// - Parameter client: the app; nil for all apps.
    public func keptItems(of client: ClientID? = nil) async throws(PhotoLibraryError) -> [KeptItemSummary] {
        let filter = KeptItemFilter(client: client, user: link.user)
        return try await link.call(AdminInterface.listKeptItems, MessageArguments(filter)).values
    }

    /// Revokes an app's access to items of lasting picks. `org.filmgate.Admin1.ForgetKeptItems`.
    ///
    /// - Parameter handles: the handles from `keptItems`; empty for all items of the app.
    public func forgetKeptItems(of client: ClientID, _ handles: [String] = []) async throws(PhotoLibraryError) {
        let arguments = MessageArguments(
            ClientIDText(client), handles.map { PickHandleText(representation: $0) }, link.userOption)
        _ = try await link.call(AdminInterface.forgetKeptItems, arguments)
    }
}
