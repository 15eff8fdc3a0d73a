import Filmgate
import FilmgateText

/// Changes many assets in batches. A batch changes all its assets or none.
struct AssetBatchChanger {
    /// The maximum number of assets in a batch, small enough to show progress.
    static let most = 500

    private let parts: [[AssetID]]
    private let count: Int

    /// - Parameter lastFirst: whether the last batch is sent first, for insertions at one position.
    init(of assets: [AssetID], lastFirst: Bool = false) {
        let parts = assets.batches(of: AssetBatchChanger.most)
        self.parts = lastFirst ? parts.reversed() : parts
        count = assets.count
    }

    /// Changes the assets. Shows progress with the verb if there are several batches.
    ///
    /// - Parameter fill: adds the changes of the given assets to a request.
    /// - Throws: an error with the number of assets that are already changed.
    func perform(
        in library: PhotoLibrary, _ verb: String, _ invocation: Invocation,
        _ fill: (_ part: [AssetID], _ request: inout ChangeRequest) -> Void
    ) async throws {
        let display = invocation.progress(verb, quiet: invocation.writesJSON)
        var done = 0
        for part in parts {
            var request = ChangeRequest()
            fill(part, &request)
            do throws(PhotoLibraryError) { try await library.perform(request) } catch {
                await display.finish()
                throw failure(error, request.count, part, done: done)
            }
            done += part.count
            if parts.count > 1 { await display.show(done: done, total: count) }
        }
        await display.finish()
    }

    /// Returns a failure. If each asset has one change, the message names the asset with the error.
    private func failure(_ error: PhotoLibraryError, _ changes: Int, _ part: [AssetID], done: Int) -> CommandFailure {
        let failure = CommandFailure(error)
        var message = failure.message
        if case .inChange(let index, _) = error, changes == part.count, part.indices.contains(index) {
            message = "\(part[index]): \(message)"
        }
        if done > 0 {
            let changed = counted("{n} asset is already changed.", "{n} assets are already changed.", done)
            message = PhraseJoiner.sentences([message, changed])
        }
        return CommandFailure(failure.code, message, advice: failure.advice)
    }
}
