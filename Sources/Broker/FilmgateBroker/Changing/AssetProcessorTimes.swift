import FilmgateModel

/// Records the processor time that workers spent on the newest assets that clients added.
///
/// By default, records at most 65,536 assets of all clients together, which is 18 a second for an hour. No processor
/// time is charged for a withdrawn asset that is no longer recorded.
struct AssetProcessorTimes {
    private var milliseconds: [AssetID: UInt64] = [:]
    /// The assets. Until the list is full, each new asset is appended; after that, it replaces the oldest asset.
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

    /// Removes an asset, and returns its time; 0 if the time was not recorded.
    mutating func remove(_ asset: AssetID) -> UInt64 { milliseconds.removeValue(forKey: asset) ?? 0 }
}
