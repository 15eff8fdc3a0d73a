import Filmgate
import FilmgateModel

/// Performs batches of changes, and records the names of the batches, so that they can be undone together.
final class UndoableChanges {
    let library: PhotoLibrary
    /// The names of the performed batches, by which the broker can undo them. Each name is a random identifier.
    private(set) var names: [String] = []

    init(of library: PhotoLibrary) { self.library = library }

    @discardableResult
    func perform(_ request: ChangeRequest) async throws -> ChangeResult {
        let name = Self.newName
        let result = try await library.perform(request, undoName: name)
        names.append(name)
        return result
    }

    /// Performs batches in order, until the first error.
    func perform(_ requests: [ChangeRequest]) async throws { for request in requests { try await perform(request) } }

    /// Corrects the dates of assets whose UTC offset changed because of new dates. See `PhotoLibrary.correctClocks`.
    func correctClocks(of dates: [AssetID: OffsetDateTime]) async throws {
        let name = Self.newName
        if try await library.correctClocks(of: dates, undoName: name) > 0 { names.append(name) }
    }

    /// Rotates, mirrors and crops assets. Stops at the first error.
    func transform(_ assets: [AssetID], by transform: ContentTransform) async throws {
        for part in assets.batches(of: PhotoLibrary.mostTransformed) {
            let name = Self.newName
            try await library.transform(part, by: transform, undoName: name)
            names.append(name)
        }
    }

    private static var newName: String { AlbumID.random().description }

    /// Creates an album that contains assets.
    func createAlbum(_ title: String, holding assets: [AssetID]) async throws {
        var request = ChangeRequest()
        let placeholder = request.createAlbum(title: title)
        let result = try await perform(request)
        guard let album = result[placeholder] else { return }
        try await perform(ChangeRequest.batches(of: assets) { part, request in request.add(part, to: album) })
    }
}
