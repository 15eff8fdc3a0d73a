public import FilmgateModel
import FilmgateWire
import FilmgateDBus

extension PhotoLibrary.Administration {
    /// Returns the assets added by apps that the person has not accepted yet or has rejected, the oldest first.
    /// `org.filmgate.Admin1.ListInbox`.
    ///
    /// - Parameter client: nil for all apps.
    public func inbox(
        of client: ClientID? = nil, rejected isRejected: Bool = false
    ) async throws(PhotoLibraryError) -> [InboxItem] {
        var rows: [InboxItem] = []
        while true {
            let filter = InboxFilter(
                client: client, user: link.user, isRejected: isRejected, after: rows.last?.sequence ?? 0)
            let page = try await link.call(AdminInterface.listInbox, Arguments(filter)).values
            // Long names can make a page shorter than requested, so only an empty page is the end.
            if page.isEmpty { return rows }
            rows += page
        }
    }

    /// Yields at once, and then each time the result of `inbox` may have changed. Ends when the bus goes away, or at
    /// once if the caller may not see the inbox.
    public var inboxChanged: AsyncStream<Void> {
        link.signals(
            AdminInterface.inboxChanged, of: AdminInterface.name,
            beginning: { (connection) async throws(PhotoLibraryError) in
                // The broker notifies only connections that have made this call.
                _ = try await connection.call(
                    AdminInterface.listInbox, Arguments(InboxFilter(user: link.user, limit: 1)))
                return [()]
            },
            { _ in () })
    }

    /// Moves items of the inbox into the library as assets, including rejected items; at most 1,000, all of them or
    /// none. `org.filmgate.Admin1.AcceptAdded`.
    public func acceptAdded(_ ids: [AssetID]) async throws(PhotoLibraryError) {
        let arguments = Arguments(ids.map { AssetIdentifier($0) }, UserOption(user: link.user))
        _ = try await link.call(AdminInterface.acceptAdded, arguments, timeLimit: .unlimited)
    }

    /// Rejects items of the inbox; at most 1,000, all of them or none. `org.filmgate.Admin1.RejectAdded`.
    ///
    /// - Parameter removes: whether their files are permanently removed at once. If not, they can still be accepted for
    ///   as long as assets stay in the trash.
    public func rejectAdded(_ ids: [AssetID], removing removes: Bool = false) async throws(PhotoLibraryError) {
        let arguments = Arguments(
            ids.map { AssetIdentifier($0) }, RejectionOptions(user: link.user, removes: removes))
        _ = try await link.call(AdminInterface.rejectAdded, arguments, timeLimit: .unlimited)
    }
}
