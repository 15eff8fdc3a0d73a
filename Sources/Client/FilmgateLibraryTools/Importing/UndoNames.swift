import Filmgate
import FilmgateModel
import Synchronization

/// The undo names of an import's batches, with which the batches can be undone together.
package final class UndoNames: Sendable {
    private struct GivenNames {
        var names: [String] = []
        var isComplete = true
    }

    private let state = Mutex(GivenNames())

    /// The maximum number of named batches. The broker stores only the newest names of a connection.
    private static let most = 500

    package init() {}

    /// The names of the performed batches; nil if there were too many batches.
    package var names: [String]? { state.withLock { $0.isComplete ? $0.names : nil } }

    fileprivate func perform(
        _ request: ChangeRequest, in library: PhotoLibrary
    ) async throws(PhotoLibraryError) -> ChangeResult {
        let name = newName()
        let result = try await library.perform(request, undoName: name)
        add(name)
        return result
    }

    /// Corrects dates that were set with the wrong time zone. See `PhotoLibrary.correctClocks`.
    func correctClocks(
        of dates: [AssetID: ClockDate], in library: PhotoLibrary
    ) async throws(PhotoLibraryError) {
        let name = newName()
        if try await library.correctClocks(of: dates, undoName: name) > 0 { add(name) }
    }

    /// Returns a new name; nil if there are too many.
    private func newName() -> String? {
        let hasRoom = state.withLock { state in
            if state.names.count >= UndoNames.most { state.isComplete = false }
            return state.isComplete
        }
        return hasRoom ? AlbumID.random().description : nil
    }

    private func add(_ name: String?) {
        if let name { state.withLock { $0.names.append(name) } }
    }
}

extension PhotoLibrary {
    /// Performs changes of an import. If `names` is not nil, gives the batch a new undo name and records it.
    func perform(_ request: ChangeRequest, named names: UndoNames?) async throws(PhotoLibraryError) -> ChangeResult {
        // The broker creates no batch for an empty request.
        guard let names, request.count > 0 else { return try await perform(request) }
        return try await names.perform(request, in: self)
    }
}
