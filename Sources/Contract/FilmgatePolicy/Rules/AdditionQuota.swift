public import FilmgateModel

/// The limits on what a client may add within any 24 hours.
public struct AdditionQuota: Hashable, Sendable {
    /// The maximum number of bytes; nil if unlimited.
    public let bytes: UInt64?
    /// The maximum number of assets; nil if unlimited.
    public let items: UInt64?

    /// The length of the time window, in seconds.
    public static let seconds: Int64 = 24 * 60 * 60

    public init(bytes: UInt64? = nil, items: UInt64? = nil) {
        self.bytes = bytes
        self.items = items
    }

    public init(_ rules: ClientRules) { self.init(bytes: rules.bytesPerDay, items: rules.itemsPerDay) }

    public var isUnlimited: Bool { bytes == nil && items == nil }

    /// Returns the number of bytes that the client may still add, or nil if bytes are unlimited.
    public func bytesLeft(after earlier: [AdditionRecord]) -> UInt64? {
        bytes.map { bytes in
            let used = earlier.reduce(UInt64(0)) { $0.addingWithoutOverflow($1.bytes) }
            return bytes > used ? bytes - used : 0
        }
    }

    /// Checks an addition against the quota.
    ///
    /// - Parameter earlier: the additions of the last 24 hours, the oldest first.
    /// - Throws: `QuotaExceededError` if the addition and the earlier additions together exceed one of the limits.
    public func check(_ new: AdditionRecord, after earlier: [AdditionRecord]) throws(QuotaExceededError) {
        if let items { try check(new.items, earlier.map { ($0.date, $0.items) }, limit: items, of: .items) }
        if let bytes { try check(new.bytes, earlier.map { ($0.date, $0.bytes) }, limit: bytes, of: .bytes) }
    }

    private func check(
        _ new: UInt64, _ earlier: [(date: Timestamp, amount: UInt64)], limit: UInt64,
        of measure: QuotaExceededError.Measure
    ) throws(QuotaExceededError) {
        var used = earlier.reduce(UInt64(0)) { $0.addingWithoutOverflow($1.amount) }
        if new <= limit, used <= limit - new { return }
        // An addition stops counting 24 hours after its date.
        for addition in earlier where new <= limit {
            used -= min(addition.amount, used)
            if used <= limit - new {
                throw QuotaExceededError(
                    measure: measure, limit: limit, room: addition.date.advanced(bySeconds: Self.seconds))
            }
        }
        throw QuotaExceededError(measure: measure, limit: limit, room: nil)
    }
}

/// The assets and bytes that one batch added.
public struct AdditionRecord: Hashable, Sendable {
    public let date: Timestamp
    public let items: UInt64
    public let bytes: UInt64

    public init(date: Timestamp, items: UInt64, bytes: UInt64) {
        self.date = date
        self.items = items
        self.bytes = bytes
    }
}

/// Thrown if a client adds more than its policy allows.
public struct QuotaExceededError: Error, Hashable, Sendable {
    public enum Measure: Hashable, Sendable {
        case bytes, items
    }

    public let measure: Measure
    public let limit: UInt64
    /// The time from which the addition fits this limit; nil if the addition alone exceeds it.
    public let room: Timestamp?
}

extension UInt64 {
    fileprivate func addingWithoutOverflow(_ other: UInt64) -> UInt64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
