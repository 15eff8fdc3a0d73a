import FilmgateModel
import FilmgatePolicy

extension Library {
    /// Reads all assets, collections, inbox items and grants, and a part of the audit log. A restoration calls this to
    /// find unreadable data before the library is used.
    func readWhole(by client: ClientID, visibleTo visibility: Visibility, at now: Timestamp) async throws {
        _ = (try await summary(), try await termClock(), try await retention(), try await pauses())
        for record in try await grants() { _ = try await selection(of: record.holder) }
        var query = AssetQuery()
        (query.includesHidden, query.includesTrashed, query.includesBurstMembers) = (true, true, true)
        let keys = try await fetch(query, visibleTo: visibility, inTurnOf: client)
        for start in stride(from: 0, to: keys.count, by: 1_000) {
            let part = Array(keys[start..<min(start + 1_000, keys.count)])
            _ = try await values(of: part, properties: AssetProperty.readable, visibleTo: visibility)
        }
        for kind in CollectionKind.allCases {
            let found = try await collections(CollectionQuery(kind), visibleTo: visibility, for: client, at: now)
            let properties = Set(CollectionProperty.allCases)
            _ = try await collections(
                found.ids, properties: properties, visibleTo: visibility, for: client, at: now)
        }
        for isRejected in [false, true] {
            _ = try await inbox(InboxFilter(isRejected: isRejected, limit: .max), visibleTo: visibility)
        }
        _ = try await audit(matching: AuditFilter(), limit: 1_000, newest: true)
        _ = try await verifyAudit(after: "")
        _ = try await affectedViews(after: 0)
        _ = try await token(visibleTo: visibility, of: .client(client))
    }
}
