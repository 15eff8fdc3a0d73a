import FilmgatePolicy
import Testing

@Suite("A token bucket")
struct TokenBucketTests {
    private static let second: Int64 = 1_000_000
    /// A hundred tokens, refilled at ten a second.
    private let limit = TokenBucket.Limit(capacity: 100, refilledIn: 10)

    @Test("allows a burst, then says when it will have enough, and never holds more than its capacity")
    func refill() {
        var bucket = TokenBucket()
        #expect(bucket.take(100, within: limit, at: 0) == nil)
        #expect(bucket.take(30, within: limit, at: 0) == 3)
        #expect(bucket.take(30, within: limit, at: 2 * Self.second) == 1)
        #expect(bucket.take(30, within: limit, at: 3 * Self.second) == nil)
        #expect(bucket.take(101, within: limit, at: 1000 * Self.second) == nil, "more than all, when nothing is used")
        #expect(bucket.take(0, within: limit, at: 1000 * Self.second) == 0.1)
    }

    @Test("counts what was used beyond its capacity, and takes tokens back at once")
    func debt() {
        var bucket = TokenBucket()
        bucket.use(250, within: limit, at: 0)
        #expect(bucket.take(0, within: limit, at: 0) == 15)
        bucket.release(160)
        #expect(bucket.take(10, within: limit, at: 0) == nil)
        bucket.release(1000)
        let isFull = bucket.isFull(within: limit, at: 0)
        #expect(isFull)
    }

    @Test("for copied bytes has no more capacity than the client's daily quota")
    func quota() {
        let limits = DiscardedContentLimits()
        #expect(limits.limitOfBytes(under: AdditionQuota(bytes: 10)).capacity == 10)
        #expect(limits.limitOfBytes(under: AdditionQuota(items: 10)).capacity == limits.bytes)
        #expect(limits.limitOfBytes(under: nil).capacity == limits.bytes)
        #expect(limits.limitOfMilliseconds.perSecond == 100)
    }
}
