import Filmgate
import FilmgateModel

/// Changes many assets, even if some of them cannot be changed.
enum BestEffortChanger {
    /// The maximum number of assets in a batch.
    static let batchSize = 500
    /// The number of failed assets after which all remaining assets count as failed, because the broker may be
    /// unavailable.
    static let mostFailures = 20

    /// The assets that could not be changed.
    struct FailedAssets {
        var assets: [AssetID] = []
        /// The error of the first failed asset.
        var error: (any Error)?
    }

    /// Changes assets in batches. Splits a failed batch into halves, to find the assets that cannot be changed.
    static func perform(
        on assets: [AssetID], _ change: ([AssetID]) async throws -> Void
    ) async -> FailedAssets {
        var failure = FailedAssets()
        var waiting = Array(assets.batches(of: batchSize).reversed())
        while let part = waiting.popLast() {
            guard failure.assets.count < mostFailures else {
                failure.assets += part
                continue
            }
            do { try await change(part) } catch {
                if part.count > 1 {
                    waiting += [Array(part[(part.count / 2)...]), Array(part[..<(part.count / 2)])]
                } else {
                    failure.assets += part
                    failure.error = failure.error ?? error
                }
            }
        }
        return failure
    }
}
