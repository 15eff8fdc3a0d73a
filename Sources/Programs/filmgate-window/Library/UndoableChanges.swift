import Filmgate
import FilmgateModel

/// Makes batches of changes for the person, and records their names, so that they can be undone together.
final class UndoableChanges {
    let library: PhotoLibrary
    /// The names of the batches that were made. The names are unique among all batches of this connection.
    private(set) var names: [String] = []

    init(of library: PhotoLibrary) { self.library = library }

    /// Makes a batch.
    @discardableResult
    func perform(_ request: ChangeRequest) async throws -> ChangeResult {
        let name = Self.newName
        let result = try await library.perform(request, undoName: name)
        names.append(name)
        return result
    }

    /// Makes batches, one after the other, until the first error.
    func perform(_ requests: [ChangeRequest]) async throws { for request in requests { try await perform(request) } }

    /// Corrects clocks: see `PhotoLibrary.correctClocks`. A person changes the date of one asset at a time.
    func correctClocks(of dates: [AssetID: ClockDate]) async throws {
        let name = Self.newName
        if try await library.correctClocks(of: dates, undoName: name) > 0 { names.append(name) }
    }

    /// Turns, mirrors and crops assets. Stops at the first error.
    func transform(_ assets: [AssetID], by transform: ContentTransform) async throws {
        for part in assets.batches(of: PhotoLibrary.mostTransformed) {
            let name = Self.newName
            try await library.transform(part, by: transform, undoName: name)
            names.append(name)
        }
    }

    private static var newName: String { AlbumID.random().description }

    /// Creates an album with assets.
    func createAlbum(_ title: String, holding assets: [AssetID]) async throws {
        var request = ChangeRequest()
        let placeholder = request.createAlbum(title: title)
        let result = try await perform(request)
        guard let album = result[placeholder] else { return }
        try await perform(ChangeRequest.batches(of: assets) { part, request in request.add(part, to: album) })
    }
}
