import Filmgate

/// Decides about items of the inbox, in as few calls as possible.
struct InboxDecisionBatcher {
    /// The maximum number of items in a call.
    static let most = 1_000

    private let ids: [AssetID]

    init(_ ids: [AssetID]) { self.ids = ids }

    /// - Parameters:
    ///   - waiting: returns the items that wait now; nil if missing items are an error.
    ///   - call: decides about all given items, or about none.
    /// - Returns: the number of decided items. The other items no longer wait: their apps withdrew them, or they
    ///   were decided elsewhere.
    func decide(
        waiting: (() async throws(PhotoLibraryError) -> Set<AssetID>)?,
        _ call: ([AssetID]) async throws(PhotoLibraryError) -> Void
    ) async throws(PhotoLibraryError) -> Int {
        var decided = 0
        for var part in ids.batches(of: InboxDecisionBatcher.most) {
            while !part.isEmpty {
                do throws(PhotoLibraryError) {
                    try await call(part)
                    decided += part.count
                    break
                } catch {
                    guard case .notFound = error.cause, let waiting else { throw error }
                    let left = try await waiting()
                    let rest = part.filter(left.contains)
                    guard rest.count < part.count else { throw error }
                    part = rest
                }
            }
        }
        return decided
    }
}
