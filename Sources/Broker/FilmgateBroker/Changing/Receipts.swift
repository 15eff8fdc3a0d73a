import FilmgateModel
import FilmgateStore
import FilmgateWire

/// Reports what became of clients' recent additions, and withdraws them. An added asset's identifier is its receipt.
@BrokerActor struct Receipts: Sendable {
    let core: LibraryCore
    let unkept: DiscardedContentQuota

    /// - Returns: the state of each addition, by identifier. Omits identifiers that are not receipts of this client.
    func states(of ids: [AssetID], _ admission: Admission) async throws -> [String: String] {
        try check(ids, "GetReceipts")
        guard !admission.client.isOwnersTool else { return [:] }
        let states = try await core.library.receipts(ids, of: admission.holder, at: core.clock.now())
        return Dictionary(uniqueKeysWithValues: states.map { ($0.key.description, $0.value.rawValue) })
    }

    /// - Throws: `notFound` if one of the receipts cannot be used. The message is the same for every reason, and
    ///   nothing is withdrawn.
    func withdraw(_ ids: [AssetID], _ admission: Admission) async throws {
        try check(ids, "WithdrawAdded")
        guard !ids.isEmpty else { return }
        let client = admission.client
        // Any program can run one of the owner's tools, which may add without a password. Such a program must not be
        // able to withdraw the person's own additions.
        guard !client.isOwnersTool else { throw UnusableReceiptError() }
        // Other programs of the person can take a delegate over. Such a program must not be able to withdraw what the
        // app added otherwise.
        guard client.delegate == nil || ids.allSatisfy(admission.connection.delegatedAdditions.contains) else {
            throw UnusableReceiptError()
        }
        var audited = core.audit.changing([("withdraw-added", AuditSubject(ids: ids.map { ObjectID($0) }))], by: client)
        let (entries, haveEntries) = (audited.entries, audited.haveEntries)
        let request = WithdrawalRequest(
            ids, visibleTo: admission.visibility, by: admission.holder, at: core.clock.now())
        let withdrawal = try await core.library.withdraw(request) { withdrawal in
            haveEntries ? Receipts.entries(entries, of: withdrawal) : []
        }
        audited.entries = Receipts.entries(audited.entries, of: withdrawal)
        core.audit.made(audited, by: client)
        // Withdrawn content is charged like refused content, because it costs the broker as much work.
        unkept.budget(of: client, under: core.grants.quota(of: client))?.withdrawn(ids, bytes: withdrawal.bytes)
        core.signals.inboxChanged()
    }

    nonisolated private static func entries(_ entries: [AuditEntry], of withdrawal: WithdrawalResult) -> [AuditEntry] {
        entries.map { entry in
            var entry = entry
            entry.count = UInt32(clamping: withdrawal.removed.count)
            return entry
        }
    }

    private func check(_ ids: [AssetID], _ member: String) throws {
        guard ids.count <= ContractLimits.identifiersInQuestion else {
            throw WireError.limitsExceeded(
                "\(member) takes at most \(ContractLimits.identifiersInQuestion) identifiers a call.")
        }
    }
}
