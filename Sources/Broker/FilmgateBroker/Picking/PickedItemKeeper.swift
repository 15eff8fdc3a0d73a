import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Keeps the items of lasting picks, which the client can open again on all of its connections.
@BrokerActor struct PickedItemKeeper: Sendable {
    let core: LibraryCore

    private var library: Library { core.library }

    /// The minimum time between two recorded uses of an item, in seconds.
    private static let useInterval: Int64 = 3_600

    /// Items that were last used before this time have expired.
    private var expiry: Timestamp { core.clock.now().advanced(bySeconds: -lifetime) }

    /// How long an unused item is kept, in seconds.
    private var lifetime: Int64 { core.services.settings.pickDays * 86_400 }

    // MARK: For the client

    /// Returns whether items can be kept for a client.
    func canKeep(for client: Client) -> Bool { client.canKeepItems(among: core.services.owners) }

    /// Stores the items of a lasting pick. Waits for earlier changes of the client's grant, so that no decision revokes
    /// the client's access between the check and the storing.
    ///
    /// - Parameter check: throws an error if the client may no longer get the items.
    func keep(
        _ items: [(handle: PickHandle, item: PickedItem)], on connection: ClientConnection, for client: ClientID,
        audit: AuditEntry?, check: () throws -> Void
    ) async throws {
        await core.grants.turns.take(client)
        defer { core.grants.turns.release(client) }
        try check()
        let now = core.clock.now()
        try await library.keepItems(
            items.map { $0.item.kept(as: $0.handle, for: client, at: now) }, expiredBefore: expiry, audit: audit)
        for (handle, item) in items { connection.picks.addKept(item, as: handle) }
        core.signals.grantsChanged()
    }

    /// Returns the item of a handle: an item that was picked on this connection, or a kept item of the client. Returns
    /// nil if the item does not exist or has ended.
    func item(_ handle: PickHandle, _ admission: Admission) async throws -> PickedItem? {
        let (connection, client) = (admission.connection, admission.client)
        if let item = connection.picks[handle], !connection.picks.isKept(handle) { return item }
        guard canKeep(for: client) else { return nil }
        let before = connection.picks.keptRevocations
        let found = try await library.keptItem(handle, of: client.id, expiredBefore: expiry)
        guard let found else {
            connection.picks.end([handle])
            return nil
        }
        guard connection.picks.keptRevocations == before else { return nil }
        noteUse(of: found)
        if let item = connection.picks[handle] { return item }
        guard let item = PickedItem(found, for: client, under: core.grants.rules(of: client.id)) else { return nil }
        connection.picks.addKept(item, as: handle)
        return item
    }

    /// Records the use of an item at most once an hour. The caller does not wait for the disk.
    private func noteUse(of item: KeptItem) {
        let moment = core.clock.now()
        if (item.lastUsed...item.lastUsed.advanced(bySeconds: Self.useInterval)).contains(moment) { return }
        let library = library
        Task {
            await Journal.noting("The use of a picked item could not be recorded", as: .warning) {
                try await library.noteUse(of: item, at: moment)
            }
        }
    }

    /// Returns a client's kept items, the most recently picked first.
    func items(for client: Client) async throws -> [(kept: KeptItem, item: PickedItem)] {
        guard canKeep(for: client) else { return [] }
        let kept = try await library.keptItems(of: client.id, expiredBefore: expiry)
        let rules = core.grants.rules(of: client.id)
        return kept.compactMap { kept in PickedItem(kept, for: client, under: rules).map { (kept, $0) } }
    }

    /// Ends items that a client no longer needs.
    func forget(_ handles: [PickHandle], by admission: Admission) async throws {
        admission.connection.picks.end(handles)
        let assets = try await forget(handles, of: admission.client.id, audit: nil)
        guard !assets.isEmpty else { return }
        core.audit.note(
            "forget-items", .allowed, AuditSubject(ids: assets.map { ObjectID($0) }), by: admission.client)
    }

    private func forget(_ handles: [PickHandle]?, of client: ClientID, audit: AuditEntry?) async throws -> [AssetID] {
        await core.grants.turns.take(client)
        defer { core.grants.turns.release(client) }
        let assets = try await library.forgetItems(handles, of: client, audit: audit)
        core.grants.endKeptItems(handles, of: client)
        // An app that forgets what it does not have must not make administrators read all grants again.
        if !assets.isEmpty { core.signals.grantsChanged() }
        return assets
    }

    // MARK: For the person and administrators

    /// Returns the kept items of a client, or of all clients.
    ///
    /// - Throws: `limitsExceeded` if there are more items than a reply can hold.
    func list(_ filter: KeptItemFilter, by permit: AdminPermit) async throws -> [KeptItemSummary] {
        let kept = try await library.keptItems(of: filter.client, expiredBefore: expiry)
        guard kept.count <= KeptItemSummary.most else {
            throw WireError.limitsExceeded("ListKeptItems: there are too many items for one reply; name a client.")
        }
        // Only the owner gets the names of photos, here and from the audit log.
        let names = permit.isByOwner ? try await library.names(of: Set(kept.map(\.asset))) : [:]
        return kept.map { item in
            KeptItemSummary(
                item, expires: item.lastUsed.advanced(bySeconds: lifetime),
                name: names[item.asset].map { singleLine($0, limit: AuditLogRow.nameLength) })
        }
    }

    /// Returns the number of kept items of each client.
    func counts() async throws -> [ClientID: Int] { try await library.keptItemCounts(expiredBefore: expiry) }

    /// Ends kept items of a client, for an administrator.
    ///
    /// - Parameter handles: empty for all of the client's items.
    func forget(_ handles: [PickHandle], of client: ClientID, by permit: AdminPermit) async throws {
        _ = try await forget(
            handles.isEmpty ? nil : handles, of: client,
            audit: core.audit.changing(
                "forget-kept-items", AuditSubject(count: max(1, handles.count), client: client), by: permit.client))
    }
}
