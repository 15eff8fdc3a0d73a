internal import Filmgate

/// A change of many assets, in as many batches as it takes: each is done whole or not at all.
struct ChangeBatches {
    /// Small enough to be done in a moment, so that progress is seen.
    static let most = 500

    private let parts: [[AssetID]]
    private let count: Int

    /// - Parameter lastFirst: the last ones come first, for what is put in at one place.
    init(of assets: [AssetID], lastFirst: Bool = false) {
        let parts = stride(from: 0, to: assets.count, by: ChangeBatches.most).map {
            Array(assets[$0...].prefix(ChangeBatches.most))
        }
        self.parts = lastFirst ? parts.reversed() : parts
        count = assets.count
    }

    /// - Parameters:
    ///   - display: shown where there are several.
    ///   - fill: makes one batch of these assets.
    /// - Throws: with how many were done already, where it was not the first batch.
    func perform(
        in library: PhotoLibrary, _ display: ProgressDisplay,
        _ fill: (_ part: [AssetID], _ request: inout ChangeRequest) -> Void
    ) async throws {
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

    /// Names the asset at fault, where every asset has a change of its own.
    private func failure(_ error: PhotoLibraryError, _ changes: Int, _ part: [AssetID], done: Int) -> Failure {
        let failure = Failure(error)
        var message = failure.message
        if case .inChange(let index, _) = error, changes == part.count, part.indices.contains(index) {
            message = "\(part[index]): \(message)"
        }
        if done > 0 { message += " \(Amount.count(done, "asset is", plural: "assets are")) changed already." }
        return Failure(failure.code, message, advice: failure.advice)
    }

    static func display(_ verb: String, _ invocation: Invocation) -> ProgressDisplay {
        ProgressDisplay(verb, quiet: invocation.writesJSON)
    }
}
