import FilmgateModel
import Testing

@testable import filmgate_window

@Suite("A change of many photos")
@MainActor struct BestEffortChangerTests {
    private struct Refusal: Error {}

    private func ids(_ count: Int) -> [AssetID] { (1...count).map { AssetID(uuid: UInt128($0)) } }

    @Test("changes all others if some fail, and says which these are")
    func some() async {
        let all = ids(1203)
        let bad: Set = [all[0], all[700], all[1202]]
        var changed: [AssetID] = []
        let failure = await BestEffortChanger.perform(on: all) { part in
            guard bad.isDisjoint(with: part) else { throw Refusal() }
            changed += part
        }
        #expect(failure.assets == [all[0], all[700], all[1202]])
        #expect(failure.error is Refusal)
        #expect(changed == all.filter { !bad.contains($0) }, "in their order")
    }

    @Test("is not tried photo by photo if the broker is gone")
    func none() async {
        let all = ids(5000)
        var attempts = 0
        let failure = await BestEffortChanger.perform(on: all) { _ in
            attempts += 1
            throw Refusal()
        }
        #expect(Set(failure.assets) == Set(all) && failure.assets.count == all.count)
        #expect(attempts < 100)
    }

    @Test("that succeeds has no failure, in as few batches as there can be")
    func success() async {
        var sizes: [Int] = []
        let failure = await BestEffortChanger.perform(on: ids(1100)) { sizes.append($0.count) }
        #expect(failure.assets.isEmpty && failure.error == nil)
        #expect(sizes == [500, 500, 100])
    }
}
