import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Counts the assets whose files or images clients get, and pauses clients that exceed the limit of the policy.
@BrokerActor final class Tripwires {
    private let core: LibraryCore
    private var counters: [CounterKey: TripwireCounter] = [:]
    /// The function that asks the person about a client that was paused.
    var ask: @BrokerActor (Client, ClientConnection) -> Void = { _, _ in }

    private struct CounterKey: Hashable {
        let client: ClientID
        let kind: TripwireKind
    }

    /// The number of counters at which `take` drops the counters of clients that got nothing recently.
    private static let mostCounters = 4_096

    init(_ core: LibraryCore) { self.core = core }

    /// Counts an asset that a client is about to get. Does not count items that the person picked for the client, or
    /// opened with the client for editing.
    ///
    /// - Throws: `notDetermined` if this pauses the client, and an error of the database.
    func take(_ kind: TripwireKind, _ asset: AssetID, _ admission: Admission) async throws {
        let client = admission.client
        guard admission.item == nil, !client.isOwnersTool, let limit = core.grants.rules(of: client.id).tripwire(kind)
        else { return }
        let now = core.clock.sinceBoot()
        let key = CounterKey(client: client.id, kind: kind)
        if counters[key] == nil, counters.count >= Self.mostCounters { forget(at: now) }
        guard !counters[key, default: TripwireCounter()].take(asset, at: now, within: limit) else { return }
        counters[key] = nil
        let reason = "It took more than \(limit.count) \(kind.rawValue) within \(limit.period)."
        let entry = core.audit.pausing(reason, AuditSubject(ids: [ObjectID(asset)]), client)
        try await core.grants.pause(client.id, ClientPause(reason, until: nil), audit: entry)
        ask(client, admission.connection)
        throw WireError.notDetermined
    }

    private func forget(at now: Int64) {
        for key in counters.keys {
            if let limit = core.grants.rules(of: key.client).tripwire(key.kind) {
                counters[key]?.removeOld(at: now, limit)
            }
        }
        counters = counters.filter { !$0.value.isEmpty }
    }
}

extension TripwireLimit {
    /// The period as text, such as `1m`.
    fileprivate var period: Substring { description.split(separator: "/").last ?? "" }
}
