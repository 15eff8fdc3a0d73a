import FilmgateModel
import Testing

@testable import filmgate_window

@Suite("Photos that were deleted in the viewer")
@MainActor struct DeletedPhotosTests {
    private let ids = (0..<3).map { _ in AssetID.random() }

    @Test("come back once the library's list had lacked them")
    func comesBack() {
        var deleted = DeletedPhotos()
        deleted.insert(ids[1])
        // The list does not know of the deletion yet.
        #expect(deleted.returned(to: ids) == nil)
        #expect(deleted.returned(to: [ids[0], ids[2]]) == nil)
        #expect(deleted.returned(to: ids) == ids[1])
        // Later, the person goes on from there.
        #expect(deleted.returned(to: ids) == nil)
    }

    @Test("each comes back alone")
    func several() {
        var deleted = DeletedPhotos()
        for id in ids[..<2] { deleted.insert(id) }
        #expect(deleted.returned(to: [ids[2]]) == nil)
        #expect(deleted.returned(to: [ids[1], ids[2]]) == ids[1])
        #expect(deleted.returned(to: ids) == ids[0])
    }
}
