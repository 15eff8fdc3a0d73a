import FilmgateModel
import FilmgatePrompts
import FilmgateTestKit
import Testing

@testable import filmgate_window

@Suite("The order of a slide show")
@MainActor struct SlideOrderTests {
    private let list = (0..<50).map { ListedAsset(id: AssetID(uuid: UInt128($0 + 1))) }

    @Test("is that of the list, from the photo with which it begins, or shuffled behind that photo")
    func arrange() {
        var generator = SeededRandom(seed: 5)
        let listed = SlideOrder.listed.arrange(list, from: list[7].id, using: &generator)
        #expect(listed.assets == list && listed.start == 7)
        let shuffled = SlideOrder.shuffled.arrange(list, from: list[7].id, using: &generator)
        #expect(shuffled.assets[shuffled.start] == list[7])
        #expect(shuffled.assets != list && Set(shuffled.assets) == Set(list))
        #expect(SlideOrder.listed.arrange([], from: list[7].id, using: &generator).assets.isEmpty)
    }

    @Test("stays when the list changes: what is gone is left out, and what is new comes last")
    func update() {
        let shown = Array(list[10..<20].reversed())
        let changed = Array(list[5..<15])
        #expect(SlideOrder.listed.update(shown, to: changed) == changed)
        #expect(SlideOrder.shuffled.update(shown, to: changed) == list[10..<15].reversed() + list[5..<10])
    }
}
