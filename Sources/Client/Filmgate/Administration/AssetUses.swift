public import FilmgateModel
public import FilmgateWire
public import FoundationEssentials
import FilmgatePolicy

/// An app's access to an asset: whether the app can see the asset now, and the dates when the app used the asset.
public struct AssetUse: Sendable {
    public let client: ClientID
    /// The reason why the app currently can or cannot see the asset.
    public let explanation: AccessExplanation
    /// Whether the app can open the asset again, because the person once picked the asset for the app.
    public let canReopen: Bool
    /// The date of the app's last use of any kind, including reading properties of the asset.
    public private(set) var read: Date?
    /// The date when the app last got an image or a file of the asset, or when the person last picked the asset for the
    /// app.
    public private(set) var seen: Date?
    /// The date when the app last got a file of the asset.
    public private(set) var taken: Date?
    /// The programs that acted for the app in some of these uses, such as the one that shows the file dialog.
    public let delegates: Set<ClientID>

    fileprivate init(
        _ client: ClientID, _ explanation: AccessExplanation, canReopen: Bool, _ uses: [AuditEntry.AccessKind: Date],
        through delegates: Set<ClientID>
    ) {
        self.delegates = delegates
        self.client = client
        self.explanation = explanation
        self.canReopen = canReopen
        func last(_ use: AuditEntry.AccessKind) -> Date? { uses.filter { $0.key >= use }.values.max() }
        (read, seen, taken) = (last(.read), last(.seen), last(.taken))
    }
}

extension PhotoLibrary.Administration {
    /// Returns the apps that have a grant, the connected apps that may read photos, and the apps that used the asset
    /// according to the audit log. Sorts them by identifier, and omits the owner's own programs.
    ///
    /// - Parameter count: the maximum number of audit log entries to read: once for allowed calls, and once for picks.
    public func uses(
        of asset: AssetID, newest count: Int = .max
    ) async throws(PhotoLibraryError) -> [AssetUse] {
        var (allowed, picked) = (AuditLogFilter(), AuditLogFilter())
        (allowed.asset, allowed.outcome) = (asset, AuditEntry.Outcome.allowed.rawValue)
        (picked.asset, picked.operation) = (asset, "pick")
        var uses: [ClientID: [AuditEntry.AccessKind: Date]] = [:]
        var delegates: [ClientID: Set<ClientID>] = [:]
        let records = try await audit(matching: allowed, newest: count) + audit(matching: picked, newest: count)
        for record in records {
            guard let client = record.client, let use = record.use else { continue }
            let earlier = uses[client]?[use] ?? record.date
            uses[client, default: [:]][use] = max(earlier, record.date)
            if let delegate = record.delegate { delegates[client, default: []].insert(delegate) }
        }
        let grants = try await grants()
        var clients = Set(uses.keys).union(grants.map(\.client))
        var openers: Set<ClientID> = []
        for client in Set(grants.filter { $0.keptItemCount > 0 }.map(\.client))
        where try await keptItems(of: client).contains(where: { $0.asset == asset }) {
            openers.insert(client)
        }
        clients.formUnion(try await self.clients().filter { $0.level?.readsPhotos == true }.compactMap(\.client))
        var found: [AssetUse] = []
        for client in clients.sorted(by: { $0.description < $1.description }) {
            let explanation = try await explain(client, asset: asset)
            guard explanation.source != "owner" else { continue }
            found.append(
                AssetUse(
                    client, explanation, canReopen: openers.contains(client), uses[client] ?? [:],
                    through: delegates[client] ?? []))
        }
        return found
    }
}
