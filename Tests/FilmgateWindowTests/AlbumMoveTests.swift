import FilmgateModel
import Testing

@testable import filmgate_window

@Suite("The order of an album")
@MainActor struct AlbumMoveTests {
    private let order = (0..<5).map { AssetID(uuid: UInt128($0 + 1)) }

    private func ids(_ numbers: Int...) -> [AssetID] { numbers.map { order[$0] } }

    @Test("puts what is dropped before the photo if it comes from behind, and otherwise after it")
    func dropped() {
        #expect(AlbumMove.index(of: ids(4), droppedOn: 1, in: order) == 1)
        #expect(AlbumMove.index(of: ids(0), droppedOn: 3, in: order) == 3)
        #expect(AlbumMove.index(of: ids(2), droppedOn: 2, in: order) == nil, "onto itself")
        #expect(AlbumMove.index(of: ids(2), droppedOn: 9, in: order) == nil)
    }

    @Test("moves photos by one place, and brings together those that are apart")
    func steps() {
        #expect(AlbumMove.index(of: ids(1), after: .earlier, in: order) == 0)
        #expect(AlbumMove.index(of: ids(0), after: .earlier, in: order) == nil, "it is the first")
        #expect(AlbumMove.index(of: ids(4), after: .later, in: order) == nil)
        #expect(AlbumMove.index(of: ids(0, 4), after: .later, in: order) == 3)
        #expect(AlbumMove.index(of: [], after: .later, in: order) == nil)
    }

    @Test("goes by the photos that are shown, and leaves hidden ones where they are")
    func hidden() {
        // 1 and 3 are hidden.
        let shown = ids(0, 2, 4)
        #expect(AlbumMove.index(0, of: ids(4), among: shown, in: order) == 0)
        #expect(AlbumMove.index(1, of: ids(4), among: shown, in: order) == 2, "before 2")
        #expect(AlbumMove.index(1, of: ids(0), among: shown, in: order) == 3, "before 4, without 0")
        #expect(AlbumMove.index(2, of: ids(0), among: shown, in: order) == 4, "at the end")
    }
}
