import FilmgateModel
import Testing

@testable import FilmgatePolicy

@Suite("An addition quota")
struct AdditionQuotaTests {
    static func addition(_ second: Int64, _ items: UInt64, _ bytes: UInt64) -> AdditionRecord {
        AdditionRecord(date: Timestamp(rawValue: second * 1_000_000), items: items, bytes: bytes)
    }

    static func date(_ second: Int64) -> Timestamp { addition(second, 0, 0).date }

    @Test("allows what fits, to the last byte and item")
    func fits() throws {
        let quota = AdditionQuota(bytes: 100, items: 3)
        try quota.check(Self.addition(10, 1, 40), after: [Self.addition(0, 1, 50), Self.addition(5, 1, 10)])
        try quota.check(Self.addition(10, 3, 100), after: [])
        try AdditionQuota().check(Self.addition(10, .max, .max), after: [Self.addition(0, .max, .max)])
        #expect(quota.bytesLeft(after: [Self.addition(0, 9, 30)]) == 70)
        #expect(quota.bytesLeft(after: [Self.addition(0, 9, 300)]) == 0)
        #expect(AdditionQuota().bytesLeft(after: [Self.addition(0, 9, 300)]) == nil)
        #expect(AdditionQuota().isUnlimited)
        #expect(!AdditionQuota(bytes: .max).isUnlimited && !AdditionQuota(items: 0).isUnlimited)
    }

    @Test("says which limit an addition exceeds, and when there will be room for it")
    func room() {
        let quota = AdditionQuota(bytes: 100, items: 3)
        let earlier = [Self.addition(1, 1, 30), Self.addition(2, 1, 30), Self.addition(3, 1, 30)]
        let day = AdditionQuota.seconds
        #expect(throws: QuotaExceededError(measure: .items, limit: 3, room: Self.date(1 + day))) {
            try quota.check(Self.addition(10, 1, 1), after: earlier)
        }
        #expect(throws: QuotaExceededError(measure: .items, limit: 3, room: Self.date(3 + day))) {
            try quota.check(Self.addition(10, 3, 1), after: earlier)
        }
        #expect(throws: QuotaExceededError(measure: .bytes, limit: 100, room: Self.date(2 + day))) {
            try AdditionQuota(bytes: 100).check(Self.addition(10, 1, 60), after: earlier)
        }
    }

    @Test("says that there will never be room if the batch alone exceeds the limit")
    func never() {
        #expect(throws: QuotaExceededError(measure: .items, limit: 3, room: nil)) {
            try AdditionQuota(items: 3).check(Self.addition(10, 4, 0), after: [Self.addition(1, 1, 1)])
        }
        #expect(throws: QuotaExceededError(measure: .bytes, limit: 0, room: nil)) {
            try AdditionQuota(bytes: 0).check(Self.addition(10, 1, 1), after: [])
        }
    }

    @Test("does not overflow")
    func extremes() {
        let earlier = [Self.addition(1, .max, .max), Self.addition(2, .max, .max)]
        #expect(throws: QuotaExceededError.self) {
            try AdditionQuota(bytes: .max).check(Self.addition(3, 1, .max), after: earlier)
        }
        #expect(throws: QuotaExceededError.self) {
            try AdditionQuota(items: 5).check(Self.addition(3, .max, 1), after: earlier)
        }
    }
}
