import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire
import FilmgateWorkers
import Synchronization

/// Limits how much content of each client the broker copies and reads without keeping it. The budgets outlive the
/// library host, so closing the host does not reset them.
final class DiscardedContentQuota: Sendable {
    private struct Budgets {
        var bytes = TokenBucket()
        var milliseconds = TokenBucket()
    }

    private let limits: DiscardedContentLimits
    private let sinceBoot: @Sendable () -> Int64
    /// The used budgets. Unverified clients share the key nil, because each copy of a program has a different name.
    /// Clients above the maximum number share this key, too.
    private let uses = Mutex<[ClientID?: Budgets]>([:])
    /// The processor time for kept assets, which is charged if their clients withdraw them.
    fileprivate let keptTimes = Mutex(AssetProcessorTimes())
    private static let clientsAtMost = 512

    init(limits: DiscardedContentLimits, sinceBoot: @escaping @Sendable () -> Int64) {
        self.limits = limits
        self.sinceBoot = sinceBoot
    }

    /// Returns a client's budget for content that is copied and read but not kept; nil for the owner's tools, which
    /// have no limit.
    ///
    /// - Parameter quota: the limit on the client's additions within a day.
    func budget(of client: Client, under quota: AdditionQuota?) -> ContentBudget? {
        client.isOwnersTool ? nil : ContentBudget(of: client.id, bytes: limits.limitOfBytes(under: quota), in: self)
    }

    fileprivate func change<T>(
        _ client: ClientID, _ body: (inout TokenBucket, inout TokenBucket, TokenBucket.Limit, Int64) -> T
    ) -> T {
        let (now, time) = (sinceBoot(), limits.limitOfMilliseconds)
        return uses.withLock { uses in
            if uses[client] == nil, uses.count >= Self.clientsAtMost {
                // Removes the budgets that are full again, even at the slowest refill rate.
                let bytes = limits.limitOfBytes(under: nil)
                uses = uses.filter { _, use in
                    var use = use
                    return !use.bytes.isFull(within: bytes, at: now) || !use.milliseconds.isFull(within: time, at: now)
                }
            }
            let isAmongMany = uses[client] == nil && uses.count >= Self.clientsAtMost
            let key = isAmongMany || !client.kind.isVerified ? nil : client
            var use = uses[key] ?? Budgets()
            defer { uses[key] = use }
            return body(&use.bytes, &use.milliseconds, time, now)
        }
    }
}

/// A client's budget for content that is not kept. Created for each batch.
struct ContentBudget: Sendable {
    private let client: ClientID
    private let bytes: TokenBucket.Limit
    private let content: DiscardedContentQuota

    fileprivate init(of client: ClientID, bytes: TokenBucket.Limit, in content: DiscardedContentQuota) {
        self.client = client
        self.bytes = bytes
        self.content = content
    }

    /// Charges content that is about to be copied, as if it were not kept.
    func take(_ amount: UInt64) throws(StagingRefusal) {
        let wait = content.change(client) { used, _, _, now in used.take(amount, within: bytes, at: now) }
        if let wait { throw .overBudget(seconds: wait) }
    }

    /// The seconds until workers may read more of the client's content; nil if they may do so now.
    fileprivate var waitForTime: Double? {
        content.change(client) { _, used, limit, now in used.take(0, within: limit, at: now) }
    }

    /// Charges the time that a worker has spent.
    fileprivate func spent(_ time: Duration) {
        content.change(client) { _, used, limit, now in used.use(time.wholeMilliseconds, within: limit, at: now) }
    }

    /// Refunds the cost of content that was kept.
    func kept(_ cost: ContentCost) {
        content.change(client) { bytes, milliseconds, _, _ in
            bytes.release(cost.bytes)
            milliseconds.release(cost.time.wholeMilliseconds)
        }
    }

    /// Refunds the cost of an asset that was kept, which the client may still withdraw.
    func kept(_ cost: ContentCost, of asset: AssetID) {
        kept(cost)
        content.keptTimes.withLock { $0.add(cost.time.wholeMilliseconds, of: asset) }
    }

    /// Charges assets that were kept and then withdrawn, even beyond the budget.
    func withdrawn(_ assets: [AssetID], bytes amount: UInt64) {
        let time = content.keptTimes.withLock { times in assets.reduce(0) { $0 + times.remove($1) } }
        content.change(client) { used, milliseconds, limit, now in
            used.use(amount, within: bytes, at: now)
            milliseconds.use(time, within: limit, at: now)
        }
    }

    /// Charges further copies of content that was already charged, even beyond the budget. `kept` refunds these copies,
    /// too.
    func used(_ amount: UInt64) {
        content.change(client) { used, _, _, now in used.use(amount, within: bytes, at: now) }
    }

    static func sentence(_ what: String, _ seconds: Double) -> String {
        let seconds = UInt64(min(max(seconds, 1), 86_400).rounded(.up))
        return
            "Files of this app that were not kept \(what): those of dry runs, refused ones, and those that the library already "
            + "has. Try again in \(seconds) seconds."
    }
}

/// The cost of ingesting one asset or edit.
struct ContentCost: Sendable {
    var bytes: UInt64 = 0
    var time = Duration.zero
}

/// Measures the processor time that workers spend on the jobs of one asset or edit, and charges it to a budget.
final class ProcessorTimeMeter: Sendable {
    private let budget: ContentBudget?
    private let time = Mutex(Duration.zero)

    /// - Parameter budget: nil means no limit.
    init(within budget: ContentBudget?) { self.budget = budget }

    var total: Duration { time.withLock { $0 } }

    var meter: JobMeter { JobMeter(isAllowed: { self.isAllowed() }, charge: { self.add($0) }) }

    /// Returns whether workers may spend more processor time.
    private func isAllowed() -> Bool { budget?.waitForTime == nil }

    private func add(_ spent: Duration) {
        budget?.spent(spent)
        time.withLock { $0 += spent }
    }

    /// The error for a job that the budget does not allow.
    var refusal: WireError {
        guard let wait = budget?.waitForTime else {
            return .busy("The app's other files were read meanwhile; try again.")
        }
        return .limitsExceeded(ContentBudget.sentence("took too much processor time", wait))
    }
}

extension Duration {
    /// The duration in milliseconds, rounded up so that no work is free.
    fileprivate var wholeMilliseconds: UInt64 {
        UInt64(
            clamping: components.seconds * 1000 + (components.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        )
    }
}
