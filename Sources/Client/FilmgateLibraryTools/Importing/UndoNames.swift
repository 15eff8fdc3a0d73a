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

    /// Returns a new name; nil if there are too many.
    fileprivate func newName() -> String? {
        let hasRoom = state.withLock { state in
            if state.names.count >= UndoNames.most { state.isComplete = false }
            return state.isComplete
        }
        return hasRoom ? AlbumID.random().description : nil
    }

    fileprivate func add(_ name: String?) {
        if let name { state.withLock { $0.names.append(name) } }
    }
}

extension PhotoLibrary {
    /// Performs changes of an import. If `names` is not nil, gives the batch a new undo name and records it.
    func perform(_ request: ChangeRequest, named names: UndoNames?) async throws(PhotoLibraryError) -> ChangeResult {
        // The broker creates no batch for an empty request.
        let name = request.count > 0 ? names?.newName() : nil
        let result = try await perform(request, undoName: name)
        names?.add(name)
        return result
    }

    /// Corrects dates that were set with the wrong time zone. If `names` is not nil, records the name of the change.
    func correctClocks(
        of dates: [AssetID: OffsetDateTime], named names: UndoNames?
    ) async throws(PhotoLibraryError) {
        guard !dates.isEmpty else { return }
        let name = names?.newName()
        if try await correctClocks(of: dates, undoName: name) > 0 { names?.add(name) }
    }
}
