import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Lists the inbox, where apps' additions wait for the person, and carries out the person's decisions about them.
@BrokerActor struct Inbox: Sendable {
    let core: LibraryCore

    func items(_ filter: InboxFilter, for permit: AdminPermit) async throws -> [InboxItem] {
        try await core.library.inbox(
            filter, visibleTo: permit.visibility, room: WireNames.replyBytes - 65_536, weight: InboxItem.weight)
    }

    /// - Throws: `noSuchAsset` if none of the items is in the inbox.
    func decide(_ decision: InboxDecision, about ids: [AssetID], by permit: AdminPermit) async throws {
        guard ids.count <= ContractLimits.identifiersInQuestion else {
            throw WireError.limitsExceeded(
                "At most \(ContractLimits.identifiersInQuestion) identifiers a call; make several calls.")
        }
        guard !ids.isEmpty else { return }
        let operation: AuditEntry.Operation = decision == .keep ? "accept-added" : "reject-added"
        let entry = core.audit.changing(
            operation, AuditSubject(ids: ids.map { ObjectID($0) }), by: permit.client,
            detail: decision == .remove ? "for good" : "")
        try await core.library.decide(
            InboxDecisionRequest(
                decision, about: ids, visibleTo: permit.visibility, by: .client(permit.client.id),
                isOwners: permit.client.isOwnersTool && permit.client.user == permit.user, at: core.clock.now()),
            audit: entry)
        core.signals.inboxChanged()
    }
}

extension InboxItem {
    /// Returns the maximum number of bytes that an item takes in a reply.
    @Sendable fileprivate static func weight(of item: InboxItem) -> Int {
        let texts = [item.client.description, item.title ?? "", item.filename ?? "", item.mimeType]
        // 1,024 bytes suffice for the names, types and padding of the item's fifteen keys.
        return 1_024 + texts.reduce(0) { $0 + $1.utf8.count }
    }
}
