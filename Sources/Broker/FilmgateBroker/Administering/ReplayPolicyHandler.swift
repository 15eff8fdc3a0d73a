import FilmgateModel
import FilmgatePolicy
import FilmgatePolicyFiles
import FilmgateStore
import FilmgateWire

/// Decides the calls in the audit log again, under a policy that is not in force.
@BrokerActor struct ReplayPolicyHandler: Sendable {
    let core: LibraryCore

    /// The size limit of the text of all policy files together, because each rule is compared with the others.
    private static let mostBytes = 1 << 16
    private static let mostRows = 10_000
    /// The number of entries that are read at a time. Other calls are served between two pages.
    private static let page = 500

    /// - Throws: `invalidArgument` for a policy with errors, `tooLarge`, and an error of the database.
    func replay(_ policy: String, _ options: ReplayOptions) async throws -> [ReplayedDecision] {
        let texts = [policy] + options.further
        guard texts.reduce(0, { $0 + $1.utf8.count }) <= Self.mostBytes else {
            throw WireError.tooLarge("ReplayPolicy: the policy may have at most \(Self.mostBytes) bytes.")
        }
        var rules: [Rule] = []
        for (index, text) in texts.enumerated() {
            let name = texts.count == 1 ? "policy" : "policy \(index + 1)"
            let reading = await offload { ParsedPolicy(text: Array(text.utf8), of: name) }
            if let fault = reading.faults.first { throw WireError.invalidArgument("ReplayPolicy: \(fault)") }
            rules += reading.rules
        }
        await core.audit.flush(all: true)
        var replay = PolicyReplay(RuleSet(rules), insteadOf: core.grants.policy.presentRules)
        var filter = AuditFilter()
        filter.since = options.since
        while true {
            let records = try await core.library.audit(matching: filter, limit: Self.page)
            guard let last = records.last else { break }
            for record in records { take(record.entry, &replay) }
            filter.after = last.sequence
        }
        return replay.differences.map { difference, count in
            ReplayedDecision(
                client: difference.client.description, operation: difference.operation.rawValue,
                count: UInt32(clamping: count), was: difference.was.rawValue, wouldBe: difference.wouldBe.rawValue)
        }.sorted { ($1.count, $0.client, $0.operation) < ($0.count, $1.client, $1.operation) }.prefix(Self.mostRows)
            .map(\.self)
    }

    private func take(_ entry: AuditEntry, _ replay: inout PolicyReplay) {
        guard let client = ClientID(entry.client),
            !(client.kind == .exe && core.grants.ownersPrograms.contains(client.name)),
            let call = PolicyReplay.Call(entry)
        else { return }
        replay.take(call, by: client, given: core.grants.standing(of: .client(client))?.grant)
    }
}

extension PolicyReplay.Call {
    /// Creates the call of an audit entry; nil if policy does not decide calls of this kind.
    fileprivate init?(_ entry: AuditEntry) {
        let name = entry.operation.rawValue
        if let kind = ChangeKind(rawValue: name == "create-assets" ? "create-asset" : name) {
            self.init(entry, kind.operation, takes: nil, opensFiles: false)
            return
        }
        switch name {
        case "open-resource", "request-resource":
            self.init(entry, .readAssets, takes: .originals, opensFiles: true)
        case "request-image", "request-video", "request-live-photo":
            self.init(entry, .readAssets, takes: .images, opensFiles: false)
        case "begin-editing": self.init(entry, .editAssets, takes: .originals, opensFiles: false)
        case "fetch", "update", "read", "snapshot", "index-of", "list-resources", "get-metadata", "start-caching":
            self.init(entry, .readAssets, takes: nil, opensFiles: false)
        case "get-receipts", "withdraw-added": self.init(entry, .createAssets, takes: nil, opensFiles: false)
        default: return nil
        }
    }
}
