import FilmgateModel
import FilmgateTestKit
import Testing

@testable import FilmgateStore

@Suite("The difference of two orders")
struct OrderComparisonTests {
    @Test("leads from every small order to every other, with the fewest moves", .long)
    func exhaustive() throws {
        var cases = 0
        for before in 0...4 {
            let old = Array(0..<Int64(before))
            // Every subset, with two new elements, in every order.
            for new in Self.arrangements(of: old + [100, 101]) {
                for hint in [Set<Int64>(), Set(old), Set(old.prefix(1) + [100]), Set(new.suffix(2))] {
                    let difference = try #require(Self.difference(old, new, mayDiffer: hint))
                    try Self.check(difference, leadsFrom: old, to: new)
                    #expect(difference.moves.count == Self.fewestMoves(old, new), "\(old) \(new)")
                    cases += 1
                }
            }
        }
        #expect(cases > 8_000)
    }

    @Test(
        "leads from large orders to others, with every hint about equal parts and moved elements", .long,
        arguments: 1...40)
    func random(_ seed: UInt64) throws {
        var chance = Chance(seed: seed)
        var keys = AssetKeys((0..<Int64(3_000 + chance.below(9_000))).map(AssetKey.init))
        var next: Int64 = 100_000
        for _ in 0..<20 {
            let old = keys
            var touched: Set<Int64> = []
            for _ in 0..<chance.below(chance.below(4) == 0 ? 300 : 6) {
                if chance.below(3) > 0, keys.count > 0 {
                    let place = chance.below(keys.count)
                    let row = keys[place].rawValue
                    touched.insert(row)
                    keys.remove(at: place)
                    // Removed, or moved near or far.
                    guard chance.below(3) > 0 else { continue }
                    let isFar = chance.below(2) == 0
                    keys.insert(
                        row, at: isFar ? chance.below(keys.count + 1) : min(keys.count, place + chance.below(5)))
                } else {
                    next += 1
                    touched.insert(next)
                    keys.insert(next, at: chance.below(keys.count + 1))
                }
            }
            let fresh = AssetKeys(Array(keys))
            let (left, right) = (old.map(\.rawValue), keys.map(\.rawValue))
            let fewest = Self.fewestMoves(left, right)
            for (others, hint) in [(keys, touched), (keys, Set()), (fresh, touched), (fresh, Set())] {
                let difference = try #require(old.difference(to: others, mayDiffer: hint, atMost: .max))
                try Self.check(difference, leadsFrom: left, to: right)
                #expect(difference.moves.count == fewest)
            }
        }
    }

    @Test("weighs whole shared runs: it moves the lighter one")
    func blocks() throws {
        let (light, heavy) = (AssetKeyRun((0..<10).map { Int64($0) }), AssetKeyRun((10..<2_000).map { Int64($0) }))
        let last = AssetKeyRun([5_000])
        let old = AssetKeys(runs: [light, heavy, last])
        let new = AssetKeys(runs: [last, heavy, light])
        let difference = try #require(old.difference(to: new, mayDiffer: [], atMost: .max))
        #expect(difference.moves.count == 11)
        try Self.check(difference, leadsFrom: old.map(\.rawValue), to: new.map(\.rawValue))
    }

    @Test("is nil if it would list more than the limit, for any reason")
    func limit() {
        let old = Array(0..<Int64(100))
        #expect(Self.difference(old, [], atMost: 99) == nil && Self.difference(old, [], atMost: 100) != nil)
        #expect(Self.difference([], old, atMost: 99) == nil && Self.difference([], old, atMost: 100) != nil)
        #expect(Self.difference(old, old.reversed(), atMost: 98) == nil)
        #expect(Self.difference(old, old.reversed(), atMost: 99)?.moves.count == 99)
        #expect(Self.difference(old, old, atMost: 0) == FetchDifference(count: 100))
    }

    @Test("fits its own order, and a damaged difference fits none")
    func fits() throws {
        let difference = try #require(Self.difference([1, 2, 3, 4], [4, 5, 1, 2]))
        #expect(difference.fits(4) && !difference.fits(3) && !difference.fits(5))
        for damage in [
            { $0.removed = [7] }, { $0.inserted = [-1] }, { $0.inserted = [1, 1] }, { $0.count = 5 },
            { $0.changed = [4] }, { $0.changed = [2, 1] }, { $0.moves[0].from = $0.removed[0] },
            { $0.moves[0].to = $0.inserted[0] }, { $0.moves[0].to = 9 }, { $0.removed = [] },
        ] as [(inout FetchDifference) -> Void] {
            var damaged = difference
            damage(&damaged)
            #expect(!damaged.fits(4), "\(damaged)")
        }
        #expect(FetchDifference.reload(count: 7).fits(3))
    }

    // MARK: Helpers

    private static func difference(
        _ old: [Int64], _ new: [Int64], mayDiffer: Set<Int64> = [], atMost limit: Int = .max
    ) -> FetchDifference? {
        var comparison = OrderComparison(before: old.count, after: new.count)
        comparison.add(old[...], at: 0, new[...], at: 0, mayDiffer: mayDiffer)
        return comparison.difference(atMost: limit)
    }

    /// Applies it like lists on screens.
    static func check(_ difference: FetchDifference, leadsFrom old: [Int64], to new: [Int64]) throws {
        try #require(difference.fits(old.count))
        for list in [difference.removed, difference.inserted, difference.changed, difference.moves.map(\.to)] {
            try #require(list == list.sorted())
        }
        var rows = old
        for index in (difference.removed + difference.moves.map(\.from)).sorted().reversed() { rows.remove(at: index) }
        let arrivals =
            difference.inserted.map { ($0, new[$0]) } + difference.moves.map { ($0.to, old[$0.from]) }
        for (index, row) in arrivals.sorted(by: { $0.0 < $1.0 }) { rows.insert(row, at: index) }
        try #require(rows == new)
        #expect(difference.applied(to: old) { new[$0] } == new)
        let (before, after) = (Set(old), Set(new))
        #expect(difference.removed.allSatisfy { !after.contains(old[$0]) })
        #expect(difference.inserted.allSatisfy { !before.contains(new[$0]) })
    }

    /// The number of elements outside the longest common subsequence, by patience sorting.
    private static func fewestMoves(_ old: [Int64], _ new: [Int64]) -> Int {
        let places = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1, $0) })
        let kept = new.compactMap { places[$0] }
        var tops: [Int] = []
        for place in kept {
            var (low, high) = (0, tops.count)
            while low < high {
                let middle = (low + high) / 2
                if tops[middle] < place { low = middle + 1 } else { high = middle }
            }
            if low == tops.count { tops.append(place) } else { tops[low] = place }
        }
        return kept.count - tops.count
    }

    private static func arrangements(of rows: [Int64]) -> [[Int64]] {
        [[]]
            + rows.indices.flatMap { index in
                var rest = rows
                let first = rest.remove(at: index)
                return arrangements(of: rest).map { [first] + $0 }
            }
    }
}
