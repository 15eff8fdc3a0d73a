import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Shows the person what waits in the inbox, and carries out what they decide.
@BrokerActor struct Inbox: Sendable {
    let core: LibraryCore

    func items(_ filter: InboxFilter, for permit: AdminPermit) async throws -> [InboxRow] {
        var query = InboxQuery(limit: filter.limit)
        query.client = filter.client
        query.isRejected = filter.isRejected
        query.after = Int64(clamping: filter.after)
        return try await core.library.inbox(
            query, visibleTo: permit.visibility, room: Wire.replyBytes - 65_536, weight: InboxRow.weight
        ).map(InboxRow.init)
    }

    /// - Throws: `noSuchAsset` if none of them is in the inbox.
    func decide(_ decision: InboxDecision, about ids: [AssetID], by permit: AdminPermit) async throws {
        guard ids.count <= Bounds.identifiersInQuestion else {
            throw WireError.limitsExceeded(
                "At most \(Bounds.identifiersInQuestion) identifiers a call; make several calls.")
        }
        guard !ids.isEmpty else { return }
        let operation: AuditEntry.Operation = decision == .keep ? "accept-added" : "reject-added"
        let entry = core.audit.changing(
            operation, AuditSubject(ids: ids.map { ObjectID($0) }), by: permit.client,
            detail: decision == .remove ? "for good" : "")
        try await core.library.decide(
            InboxRequest(
                decision, about: ids, visibleTo: permit.visibility, by: .client(permit.client.id),
                isOwners: permit.client.isOwnersTool && permit.client.user == permit.user, at: core.clock.now()),
            audit: entry)
        core.signals.inboxChanged()
    }
}

extension InboxRow {
    /// Returns the maximum number of bytes that a row takes in a reply.
    @Sendable fileprivate static func weight(of item: InboxItem) -> Int {
        let texts = [item.client.description, item.title ?? "", item.filename ?? "", item.mimeType]
        // Each of the fifteen keys takes its name, type and padding.
        return 1_024 + texts.reduce(0) { $0 + $1.utf8.count }
    }

    fileprivate init(_ item: InboxItem) {
        self.init(id: item.id, client: item.client, addedDate: item.addedDate, mediaType: item.mediaType)
        sequence = UInt64(clamping: item.number)
        let isTurned = item.orientation > 4
        rejectedDate = item.rejectedDate
        creationDate = item.creationDate
        title = item.title
        pixelWidth = isTurned ? item.pixelHeight : item.pixelWidth
        pixelHeight = isTurned ? item.pixelWidth : item.pixelHeight
        orientation = item.orientation
        duration = item.duration
        filename = item.filename
        mimeType = item.mimeType
        fileSize = item.fileSize
    }
}
