import Filmgate
import FilmgateModel
import FilmgateText

/// The error for a change that failed for some or all assets. The description contains the number of failures.
struct IncompleteChangeError: Error, CustomStringConvertible {
    let description: String
}

extension LibraryEditor {
    /// Changes many assets, and reports the number of assets that could not be changed. The person can undo the change.
    ///
    /// - Parameters:
    ///   - text: returns the message for the changed assets.
    ///   - failed: called if the change fails, with the assets that could not be changed.
    ///   - fill: adds the changes of one batch of assets to a request.
    func change(
        _ assets: [AssetID], saying text: @escaping ([AssetID]) -> String, failed: @escaping ([AssetID]) -> Void,
        _ fill: @escaping ([AssetID], inout ChangeRequest) -> Void
    ) {
        var failure = BestEffortChanger.FailedAssets()
        performUndoable(
            saying: text(assets), finished: { isDone in if !isDone { failed(failure.assets) } }
        ) { changes in
            failure = await BestEffortChanger.perform(on: assets) { part in
                var request = ChangeRequest()
                fill(part, &request)
                try await changes.perform(request)
            }
            try Self.check(failure, of: assets, saying: text)
        }
    }

    /// Deletes assets permanently.
    ///
    /// - Parameters:
    ///   - count: returns the number of assets as text.
    ///   - failed: called if the deletion fails, with the assets that could not be deleted.
    func purge(
        _ assets: [AssetID], counting count: @escaping ([AssetID]) -> String,
        failed: @escaping ([AssetID]) -> Void = { _ in }
    ) {
        let text: ([AssetID]) -> String = { localized("{items} deleted", ["items": count($0)]) }
        var failure = BestEffortChanger.FailedAssets()
        perform(
            saying: text(assets), finished: { isDone in if !isDone { failed(failure.assets) } }
        ) { library in
            failure = await BestEffortChanger.perform(on: assets) { part in
                var request = ChangeRequest()
                request.purgeAssets(part)
                try await library.perform(request)
            }
            try Self.check(failure, of: assets, saying: text)
        }
    }

    private static func check(
        _ failure: BestEffortChanger.FailedAssets, of assets: [AssetID], saying text: ([AssetID]) -> String
    ) throws {
        guard let error = failure.error else { return }
        let failed = Set(failure.assets)
        let sentence = counted(
            "{n} item failed and is selected: {reason}", "{n} items failed and are selected: {reason}", failed.count,
            ["reason": Self.text(of: error)])
        let done = assets.filter { !failed.contains($0) }
        throw IncompleteChangeError(description: done.isEmpty ? sentence : text(done) + " · " + sentence)
    }
}
