public import FilmgateModel
import FilmgateWire
import FilmgateDBus

extension PhotoLibrary.Administration {
    /// Returns the undecided or rejected assets in the inbox, the oldest first. `org.filmgate.Admin1.ListInbox`.
    ///
    /// - Parameter client: the app that added the assets; nil for all apps.
    public func inbox(
        of client: ClientID? = nil, rejected isRejected: Bool = false
    ) async throws(PhotoLibraryError) -> [InboxItem] {
        var rows: [InboxItem] = []
        while true {
            let filter = InboxFilter(
                client: client, user: link.user, isRejected: isRejected, after: rows.last?.sequence ?? 0)
            let page = try await link.call(AdminInterface.listInbox, MessageArguments(filter)).values
            // Long names can make a page shorter than requested, so only an empty page marks the end.
            if page.isEmpty { return rows }
            rows += page
        }
    }

    /// A stream that yields immediately, and then whenever the result of `inbox` may have changed. Ends if the bus
    /// becomes unreachable, or immediately if the caller may not list the inbox.
    public var inboxChanged: AsyncStream<Void> {
        link.signals(
            AdminInterface.inboxChanged, of: AdminInterface.name,
            beginning: { (connection) async throws(PhotoLibraryError) in
                // The broker notifies only connections that have made this call.
                _ = try await connection.call(
                    AdminInterface.listInbox, MessageArguments(InboxFilter(user: link.user, limit: 1)))
                return [()]
            },
            { _ in () })
    }

    /// Moves up to 1,000 items, even rejected ones, from the inbox into the library: either all of them or none.
    /// `org.filmgate.Admin1.AcceptAdded`.
    public func acceptAdded(_ ids: [AssetID]) async throws(PhotoLibraryError) {
        let arguments = MessageArguments(ids.map { AssetIDText($0) }, UserOption(user: link.user))
        _ = try await link.call(AdminInterface.acceptAdded, arguments, timeLimit: .unlimited)
    }

    /// Rejects up to 1,000 items of the inbox: either all of them or none. `org.filmgate.Admin1.RejectAdded`.
    ///
    /// - Parameter removes: whether to delete the items' files immediately and permanently. If false, the items can
    ///   still be accepted for as long as assets stay in the trash.
    public func rejectAdded(_ ids: [AssetID], removing removes: Bool = false) async throws(PhotoLibraryError) {
        let arguments = MessageArguments(
            ids.map { AssetIDText($0) }, RejectionOptions(user: link.user, removes: removes))
        _ = try await link.call(AdminInterface.rejectAdded, arguments, timeLimit: .unlimited)
    }
}
