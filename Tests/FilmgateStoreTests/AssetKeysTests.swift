import FilmgateTestKit
import Testing

@testable import FilmgateStore

@Suite("The keys of a result")
struct AssetKeysTests {
    @Test("equal an array after thousands of random insertions and removals", .long, arguments: 1...4)
    func model(_ seed: UInt64) {
        var chance = Chance(seed: seed)
        // Some do not fit into 32 bits.
        let first: Int64 = seed == 1 ? 1 << 31 : seed == 2 ? (1 << 32) - 3_000 : 1
        var model = (0..<5_000).map { first + Int64($0) }
        var keys = AssetKeys(model.map(AssetKey.init))
        for step in 0..<8_000 {
            let before = keys
            let isInsertion = model.isEmpty || chance.below(2) == 0
            if isInsertion {
                let (row, place) = (first + Int64(chance.below(1_000_000)), chance.below(model.count + 1))
                model.insert(row, at: place)
                keys.insert(row, at: place)
            } else {
                let place = chance.below(model.count)
                model.remove(at: place)
                keys.remove(at: place)
            }
            // Earlier copies do not change.
            #expect(before.count == model.count + (isInsertion ? -1 : 1))
            guard step.isMultiple(of: 400) else { continue }
            #expect(keys.map(\.rawValue) == model)
            let (start, end) = (chance.below(model.count), model.count - chance.below(model.count))
            if start < end {
                #expect(keys.part(start..<end).map(\.rawValue) == Array(model[start..<end]))
                #expect(keys[start..<end].map(\.rawValue) == Array(model[start..<end]))
            }
            #expect(keys.first(start).map(\.rawValue) == Array(model.prefix(start)))
            #expect(keys.index(of: keys[start]) == model.firstIndex(of: model[start]))
        }
    }

    @Test("take 4 bytes each and share equal runs, so that one change costs a thousandth of them")
    func compact() {
        var keys = AssetKeys((1...1_000_000).lazy.map { AssetKey(rawValue: $0) })
        #expect(keys.bytes == 4_000_000)
        let before = keys
        keys.remove(at: 500_000)
        #expect(keys.bytesApart(from: before) <= 4 * AssetKeyRun.usualCount)
        #expect(before.count == 1_000_000 && keys.count == 999_999)
    }

    @Test("can be empty")
    func none() {
        var keys = AssetKeys()
        #expect(keys.isEmpty && keys.first(3).isEmpty && keys.index(of: AssetKey(rawValue: 1)) == nil)
        keys.insert(7, at: 0)
        keys.remove(at: 0)
        #expect(keys.isEmpty && keys == AssetKeys())
    }
}

extension AssetKeys {
    /// The memory that they need besides what they share with others.
    func bytesApart(from others: AssetKeys) -> Int {
        let shared = Set(others.runs.map(ObjectIdentifier.init))
        return runs.reduce(0) { shared.contains(ObjectIdentifier($1)) ? $0 : $0 + $1.bytes }
    }
}
