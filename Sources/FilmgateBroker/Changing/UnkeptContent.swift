internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire
internal import Synchronization

/// How much of each client's content was copied and read, and not kept. It outlasts the library host: closing it gives nothing back.
final class UnkeptContent: Sendable {
    private struct Use {
        var bytes = TokenBucket()
        var milliseconds = TokenBucket()
    }

    private let limits: UnkeptLimits
    private let sinceBoot: @Sendable () -> Int64
    /// Programs in no sandbox share one, under nil, because a program has as many names as it makes copies of itself. So do clients
    /// beyond so many.
    private let uses = Mutex<[ClientID?: Use]>([:])
    private static let clientsAtMost = 512

    init(limits: UnkeptLimits, sinceBoot: @escaping @Sendable () -> Int64) {
        self.limits = limits
        self.sinceBoot = sinceBoot
    }

    /// What a client may have copied and read now; nil for the owner's tools, which may have all.
    ///
    /// - Parameter quota: what it may add within a day.
    func budget(of client: Client, under quota: AdditionQuota?) -> ContentBudget? {
        client.isOwnersTool ? nil : ContentBudget(of: client.id, bytes: limits.limitOfBytes(under: quota), in: self)
    }

    fileprivate func change<T>(
        _ client: ClientID, _ body: (inout TokenBucket, inout TokenBucket, TokenBucket.Limit, Int64) -> T
    ) -> T {
        let (now, time) = (sinceBoot(), limits.limitOfMilliseconds)
        return uses.withLock { uses in
            if uses[client] == nil, uses.count >= Self.clientsAtMost {
                // What has come back whole by the slowest measure is nobody's any more.
                let bytes = limits.limitOfBytes(under: nil)
                uses = uses.filter { _, use in
                    var use = use
                    return !use.bytes.isFull(within: bytes, at: now) || !use.milliseconds.isFull(within: time, at: now)
                }
            }
            let isAmongMany = uses[client] == nil && uses.count >= Self.clientsAtMost
            let key = isAmongMany || !client.kind.isVerified ? nil : client
            var use = uses[key] ?? Use()
            defer { uses[key] = use }
            return body(&use.bytes, &use.milliseconds, time, now)
        }
    }
}

/// One client's part of it, for a batch.
struct ContentBudget: Sendable {
    private let client: ClientID
    private let bytes: TokenBucket.Limit
    private let content: UnkeptContent

    fileprivate init(of client: ClientID, bytes: TokenBucket.Limit, in content: UnkeptContent) {
        self.client = client
        self.bytes = bytes
        self.content = content
    }

    /// Takes what is about to be copied, as if it were not kept.
    func take(_ amount: UInt64) throws(StagingRefusal) {
        let wait = content.change(client) { used, _, _, now in used.take(amount, within: bytes, at: now) }
        if let wait { throw .overBudget(seconds: wait) }
    }

    /// Whether workers may spend more time on what may not be kept.
    var hasTime: Bool { waitForTime == nil }

    private var waitForTime: Double? {
        content.change(client) { _, used, limit, now in used.take(0, within: limit, at: now) }
    }

    /// - Throws: `limitsExceeded` where too much processor time was spent on what was not kept.
    func checkTime() throws(WireError) {
        if let wait = waitForTime { throw .limitsExceeded(Self.sentence("took too much processor time", wait)) }
    }

    /// Takes note of the time that a worker has spent.
    func spent(_ time: Duration) {
        content.change(client) { _, used, limit, now in used.use(time.wholeMilliseconds, within: limit, at: now) }
    }

    /// Gives back what it took to bring in what was kept.
    func kept(_ cost: ContentCost) {
        content.change(client) { bytes, milliseconds, _, _ in
            bytes.giveBack(cost.bytes)
            milliseconds.giveBack(cost.time.wholeMilliseconds)
        }
    }

    static func sentence(_ what: String, _ seconds: Double) -> String {
        let seconds = UInt64(min(max(seconds, 1), 86_400).rounded(.up))
        return
            "Files of this app that were not kept \(what): those of dry runs, refused ones, and those that the library has "
            + "already. Try again in \(seconds) seconds."
    }
}

/// What it took to bring in one asset.
struct ContentCost: Sendable {
    var bytes: UInt64 = 0
    var time = Duration.zero
}

extension Duration {
    /// Rounded up, so that no work is for nothing.
    fileprivate var wholeMilliseconds: UInt64 {
        UInt64(
            clamping: components.seconds * 1000 + (components.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        )
    }
}
