/// Loads items in parallel and finishes them in their order. If there is no room for an item beside the others, loads
/// the rest one by one.
struct OrderedLoader<Loaded: Sendable>: Sendable {
    let count: Int
    /// The maximum number of items that are loaded at once.
    let width: Int
    /// Loads the item at an index. Returns nil if it has no room beside the others.
    let loadBesideOthers: @Sendable (Int) async throws -> Loaded?
    /// Loads the item at an index while no other item is loaded.
    let loadAlone: @Sendable (Int) async throws -> Loaded

    /// - Parameters:
    ///   - finish: called once for each item, in their order. The item's room is free when the call returns.
    ///   - report: called with the number of items that are loaded.
    func load(
        finish: (_ index: Int, _ loaded: Loaded) throws -> Void, report: (_ loaded: Int) -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (index: Int, item: Loaded?).self) { group in
            var (begun, finished, width) = (0, 0, width)
            var waiting: [Int: Loaded] = [:]
            while finished < count {
                if width == 1, group.isEmpty {
                    // Those that wait behind an item without room have the room that it needs.
                    waiting = [:]
                    begun = finished
                }
                // A slow item delays those behind it, so that not too many wait.
                while begun < min(count, finished + width) {
                    let (index, isAlone) = (begun, width == 1)
                    group.addTask { (index, try await isAlone ? loadAlone(index) : loadBesideOthers(index)) }
                    begun += 1
                }
                guard let next = try await group.next() else { return }
                waiting[next.index] = next.item
                if next.item == nil { width = 1 }
                while let item = waiting.removeValue(forKey: finished) {
                    try Task.checkCancellation()
                    try finish(finished, item)
                    finished += 1
                }
                report(finished + waiting.count)
            }
        }
        try Task.checkCancellation()
    }
}
