import FilmgateModel
import Testing

@testable import FilmgatePolicy

@Suite("An asset in the trash")
struct TrashRetentionTests {
    private static let day: Int64 = 86_400
    private static let quarter: Int64 = 900_000_000
    private let noon = Timestamp(rawValue: 1_700_000_000_000_000)

    /// Checks four times an hour for a number of quarters, while the system clock runs from `start`.
    private func looks(_ retention: inout TrashRetention, from start: Timestamp, quarters: Int) -> [Timestamp] {
        (0..<quarters).compactMap { quarter in
            retention.advance(
                to: start.advanced(bySeconds: Int64(quarter) * 900), after: quarter == 0 ? 0 : Self.quarter, keeping: 30
            )
        }
    }

    @Test("is purged after 30 days, if the same held one hour of uptime before")
    func due() {
        var retention = TrashRetention()
        let limits = looks(&retention, from: noon, quarters: 5)
        #expect(limits == [noon.advanced(bySeconds: -30 * Self.day)])
        // From then on once an hour, for what was due an hour before.
        let later = looks(&retention, from: noon.advanced(bySeconds: 4500), quarters: 8)
        #expect(later == [noon.advanced(bySeconds: 3600 - 30 * Self.day)])
    }

    @Test("is purged by the first check after an hour of uptime that was counted in pieces")
    func countedPieces() {
        var retention = TrashRetention()
        for piece in 0..<6 {
            let start = noon.advanced(bySeconds: Int64(piece) * Self.day)
            #expect(retention.advance(to: start, after: 0, keeping: 30) == nil)
            retention.count(600_000_000, until: start.advanced(bySeconds: 600))
        }
        let limit = retention.advance(to: noon.advanced(bySeconds: 6 * Self.day), after: 0, keeping: 30)
        #expect(limit == noon.advanced(bySeconds: -30 * Self.day))
    }

    @Test("is not purged early by a clock that is wrong for less than an hour of uptime, ahead or behind")
    func wrongClock() {
        for offset in [40 * Self.day, 10 * 365 * Self.day, -40 * Self.day, -50 * 365 * Self.day] {
            var retention = TrashRetention()
            _ = looks(&retention, from: noon, quarters: 3)
            let wrong = looks(&retention, from: noon.advanced(bySeconds: 2700 + offset), quarters: 4)
            // Only what was due by the right clock may be purged.
            #expect(wrong.allSatisfy { $0 <= noon.advanced(bySeconds: -30 * Self.day) })
            let right = looks(&retention, from: noon.advanced(bySeconds: 6300), quarters: 12)
            #expect(right.allSatisfy { $0 <= noon.advanced(bySeconds: 6300 + 2 * 3600 - 30 * Self.day) })
            #expect(right.allSatisfy { $0 < noon.advanced(bySeconds: 6300 - 29 * Self.day) }, "\(offset)")
        }
    }

    @Test("waits for uptime in short pieces; suspension does not count")
    func pieces() {
        var retention = TrashRetention()
        #expect(retention.advance(to: noon, after: 0, keeping: 30) == nil)
        // Ten minutes a day.
        var gone: [Int] = []
        for day in 1...8 {
            let start = noon.advanced(bySeconds: Int64(day) * Self.day)
            retention = TrashRetention(start: retention.start, waited: retention.waited, latest: retention.latest)
            #expect(retention.advance(to: start, after: 0, keeping: 30) == nil)
            if retention.advance(to: start.advanced(bySeconds: 600), after: 600_000_000, keeping: 30) != nil {
                gone.append(day)
            }
        }
        #expect(gone == [6])
        var asleep = TrashRetention()
        _ = asleep.advance(to: noon, after: 0, keeping: 30)
        #expect(asleep.advance(to: noon.advanced(bySeconds: 8 * 3600), after: 8 * 3_600_000_000, keeping: 30) == nil)
    }

    @Test("counts from the latest reading that held for an hour, if the clock is behind when it is trashed")
    func behind() {
        var retention = TrashRetention()
        _ = looks(&retention, from: noon, quarters: 5)
        #expect(retention.latest == noon)
        _ = looks(&retention, from: Timestamp(rawValue: 0), quarters: 20)
        #expect(retention.latest == noon)
        // A clock that was ahead for less than an hour leaves no trace.
        var ahead = TrashRetention()
        _ = looks(&ahead, from: noon.advanced(bySeconds: 400 * Self.day), quarters: 4)
        _ = looks(&ahead, from: noon, quarters: 5)
        #expect(ahead.latest == noon)
    }

    @Test("counts by a clock again that has shown less than it once did for a day of uptime")
    func believed() {
        var retention = TrashRetention()
        _ = looks(&retention, from: noon.advanced(bySeconds: 400 * Self.day), quarters: 5)
        // The first check restarts the hour that had begun, and each of the 24 hours takes four checks.
        _ = looks(&retention, from: noon, quarters: 1 + 4 * 23)
        #expect(retention.latest == noon.advanced(bySeconds: 400 * Self.day))
        let right = noon.advanced(bySeconds: Int64(1 + 4 * 23) * 900)
        for quarter in 0..<4 {
            _ = retention.advance(to: right.advanced(bySeconds: Int64(quarter) * 900), after: Self.quarter, keeping: 30)
        }
        #expect(retention.latest == noon.advanced(bySeconds: 23 * 3600))
    }

    @Test("has its state saved after each change, and once a day while the trash is empty")
    func writing() {
        let before = TrashRetention(start: noon, waited: 0, latest: noon)
        let later = TrashRetention(
            start: noon.advanced(bySeconds: 3600), waited: 5, latest: noon.advanced(bySeconds: 3600))
        #expect(later.isWorthWriting(over: before, isTrashEmpty: false))
        #expect(!before.isWorthWriting(over: before, isTrashEmpty: false))
        #expect(!later.isWorthWriting(over: before, isTrashEmpty: true))
        let nextDay = TrashRetention(start: noon, waited: 0, latest: noon.advanced(bySeconds: Self.day))
        #expect(nextDay.isWorthWriting(over: before, isTrashEmpty: true))
        #expect(before.isWorthWriting(over: TrashRetention(), isTrashEmpty: true))
        #expect(!TrashRetention(start: noon).isWorthWriting(over: TrashRetention(), isTrashEmpty: true))
    }

    @Test("is not purged early by impossible days and clocks")
    func extremes() {
        for days in [UInt64.max, 0, 36_500] {
            for clock in [Timestamp(rawValue: 0), ContractLimits.dates.lowerBound, ContractLimits.dates.upperBound] {
                var retention = TrashRetention()
                #expect(retention.advance(to: clock, after: .max, keeping: days) == nil)
                #expect(retention.advance(to: clock, after: .min, keeping: days) == nil)
                #expect(retention.advance(to: clock, after: .max, keeping: days) == nil)
            }
        }
    }

    @Test("is purged or not, and nothing traps, whatever numbers are stored")
    func stored() {
        let numbers: [Int64] = [.min, -1, 0, 1, .max]
        for start in numbers {
            for waited in numbers {
                for latest in numbers {
                    for hours in numbers {
                        var retention = TrashRetention(
                            start: Timestamp(rawValue: start), waited: waited, latest: Timestamp(rawValue: latest),
                            hoursBelow: hours)
                        let before = retention
                        retention.count(.max, until: Timestamp(rawValue: .min))
                        _ = retention.advance(to: noon, after: .max, keeping: .max)
                        _ = retention.advance(to: Timestamp(rawValue: .max), after: .min, keeping: 0)
                        _ = retention.isWorthWriting(over: before, isTrashEmpty: true)
                        #expect((0...TrashRetention.hour).contains(before.waited))
                    }
                }
            }
        }
    }
}
