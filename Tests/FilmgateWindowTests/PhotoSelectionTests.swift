import FilmgateModel
import Glibc
import Testing

@testable import filmgate_window

@Suite("The selection of photos")
@MainActor struct PhotoSelectionTests {
    private let ids = (1...5).map { AssetID(uuid: UInt128($0)) }

    @Test("keeps the order in which photos were selected, and numbers them if the order counts")
    func order() {
        let selection = PhotoSelection([ids[2]], limit: nil, isOrdered: true)
        selection.add([ids[0], ids[4]])
        selection.remove([ids[0]])
        selection.toggle(ids[0])
        #expect(selection.ids == [ids[2], ids[4], ids[0]])
        #expect(selection.mark(of: ids[0]) == "3")
        #expect(selection.mark(of: ids[1]) == nil)
        #expect(PhotoSelection([ids[2]], limit: nil, isOrdered: false).mark(of: ids[2]) == "✓")
    }

    @Test("takes no more than the limit, and says so")
    func limit() {
        let selection = PhotoSelection([], limit: 2, isOrdered: false)
        var refusals = 0
        selection.onLimit = { refusals += 1 }
        selection.add(ids)
        #expect(selection.ids == Array(ids[..<2]))
        #expect(refusals == 1)
    }

    @Test("of 100,000 photos takes less than a second, and reports their number")
    func large() {
        let all = (1...100_000).map { AssetID(uuid: UInt128($0)) }
        let selection = PhotoSelection([], limit: nil, isOrdered: false)
        var counts: [Int] = []
        selection.onChange = { counts.append(selection.count) }
        // Of the processor: other programs can keep it busy.
        let began = Self.threadSeconds()
        selection.add(all)
        let seconds = Self.threadSeconds() - began
        #expect(seconds < 1)
        selection.remove(Array(all.prefix(60_000)))
        selection.replace(with: all)
        #expect(counts == [100_000, 40_000, 100_000])
    }

    @Test("of a single photo replaces the one before")
    func single() {
        let selection = PhotoSelection([ids[0]], limit: 1, isOrdered: false)
        selection.add([ids[1]])
        #expect(selection.ids == [ids[1]])
        selection.toggle(ids[1])
        #expect(selection.count == 0)
    }

    @Test("is as it was before a double-click, in its order")
    func replacing() {
        let selection = PhotoSelection([ids[2], ids[0]], limit: 2, isOrdered: true)
        let before = selection.ids
        selection.toggle(ids[2])
        selection.replace(with: before)
        #expect(selection.ids == before)
        #expect(selection.mark(of: ids[0]) == "2")
        selection.replace(with: [])
        #expect(selection.count == 0)
    }

    /// The seconds of the processor that this thread has taken.
    private static func threadSeconds() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
