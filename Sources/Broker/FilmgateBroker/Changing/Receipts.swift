import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Tells clients what became of what they added, and lets them withdraw it.
@BrokerActor struct Receipts: Sendable {
    let core: LibraryCore
    let unkept: UnkeptContent

    /// - Returns: the states by identifier, without those that the client may not ask about.
    func states(of ids: [AssetID], _ admission: Admission) async throws -> [String: String] {
        try check(ids, "GetReceipts")
        guard !admission.client.isOwnersTool else { return [:] }
        let states = try await core.library.receipts(ids, of: admission.holder, at: core.clock.now())
        return Dictionary(uniqueKeysWithValues: states.map { ($0.key.description, $0.value.rawValue) })
    }

    /// - Throws: `notFound` if one of them cannot be used, the same for every reason; nothing is withdrawn then.
    func withdraw(_ ids: [AssetID], _ admission: Admission) async throws {
        try check(ids, "WithdrawAdded")
        guard !ids.isEmpty else { return }
        let client = admission.client
        // A program that uses one of them may add without a password, but is not to take back what the person added with it.
        guard !client.isOwnersTool else { throw UnusableReceipt() }
        var audited = core.audit.changing([("withdraw-added", AuditSubject(ids: ids.map { ObjectID($0) }))], by: client)
        let (entries, haveEntries) = (audited.entries, audited.haveEntries)
        let request = WithdrawalRequest(
            ids, visibleTo: admission.visibility, by: admission.holder, at: core.clock.now())
        let withdrawal = try await core.library.withdraw(request) { withdrawal in
            haveEntries ? Receipts.entries(entries, of: withdrawal) : []
        }
        audited.entries = Receipts.entries(audited.entries, of: withdrawal)
        core.audit.made(audited, by: client)
        // Adding and withdrawing in turn costs as much as adding what is refused.
        unkept.budget(of: client, under: core.grants.quota(of: client))?.used(withdrawal.bytes)
        core.signals.inboxChanged()
    }

    nonisolated private static func entries(_ entries: [AuditEntry], of withdrawal: Withdrawal) -> [AuditEntry] {
        entries.map { entry in
            var entry = entry
            entry.count = UInt32(clamping: withdrawal.removed.count)
            return entry
        }
    }

    private func check(_ ids: [AssetID], _ member: String) throws {
        guard ids.count <= Bounds.identifiersInQuestion else {
            throw WireError.limitsExceeded(
                "\(member) takes at most \(Bounds.identifiersInQuestion) identifiers a call.")
        }
    }
}
