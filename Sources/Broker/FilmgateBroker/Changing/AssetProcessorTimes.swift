import FilmgateModel

/// Records the processor time that workers spent on the newest assets that clients added.
///
/// Remembers a limited number of assets, common to all clients. A client that adds 18 assets a second for an hour
/// exceeds this number; it can then withdraw the oldest assets without a charge for processor time.
struct AssetProcessorTimes {
    private var milliseconds: [AssetID: UInt64] = [:]
    /// The assets in the order in which they were added. Once the list is full, a new asset takes the place of the
    /// oldest.
    private var order: [AssetID] = []
    private var oldest = 0
    private let limit: Int

    init(limit: Int = 1 << 16) { self.limit = limit }

    mutating func add(_ milliseconds: UInt64, of asset: AssetID) {
        guard milliseconds > 0 else { return }
        if order.count < limit {
            order.append(asset)
        } else {
            self.milliseconds[order[oldest]] = nil
            order[oldest] = asset
            oldest = (oldest + 1) % limit
        }
        self.milliseconds[asset] = milliseconds
    }

    /// Forgets an asset, and returns its time; 0 if it is not remembered.
    mutating func remove(_ asset: AssetID) -> UInt64 { milliseconds.removeValue(forKey: asset) ?? 0 }
}
