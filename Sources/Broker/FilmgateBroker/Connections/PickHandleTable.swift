import FilmgateModel
import FilmgatePolicy

/// The items that the person picked for one connection, by their handles, and the kept items that it uses.
struct PickHandleTable {
    /// The handles, the oldest first.
    private var handles: [PickHandle] = []
    private var items: [PickHandle: PickedItem] = [:]
    /// The handles of kept items, which are in the store, too.
    private var kept: Set<PickHandle> = []
    /// How often all items were ended. An answer to an older prompt adds no items.
    private(set) var revocations = 0
    /// How often kept items were ended. What was read from the store before is not added.
    private(set) var keptRevocations = 0

    /// The most items of a connection. The items of its oldest picks end first.
    static let limit = 2 * PickerConfiguration.mostItems

    var isEmpty: Bool { items.isEmpty }

    subscript(handle: PickHandle) -> PickedItem? { items[handle] }

    func isKept(_ handle: PickHandle) -> Bool { kept.contains(handle) }

    func holds(_ item: PickedItem) -> Bool { items.values.contains { $0 === item } }

    /// - Returns: the handles of the items, in their order.
    mutating func add(_ new: [PickedItem]) -> [PickHandle] {
        let added = new.map { item in
            let handle = PickHandle.random()
            items[handle] = item
            return handle
        }
        handles += added
        endOldest()
        return added
    }

    /// Adds a kept item, or marks one that was just added.
    mutating func addKept(_ item: PickedItem, as handle: PickHandle) {
        if items.updateValue(item, forKey: handle) == nil { handles.append(handle) }
        kept.insert(handle)
        endOldest()
    }

    private mutating func endOldest() {
        let excess = max(0, handles.count - PickHandleTable.limit)
        guard excess > 0 else { return }
        for handle in handles.prefix(excess) {
            items[handle] = nil
            kept.remove(handle)
        }
        handles.removeFirst(excess)
    }

    /// Ends these items.
    mutating func end(_ ended: [PickHandle]) {
        for handle in ended {
            items[handle] = nil
            kept.remove(handle)
        }
        handles.removeAll { items[$0] == nil }
    }

    /// Ends kept items.
    ///
    /// - Parameter ended: nil for all.
    mutating func endKept(_ ended: [PickHandle]? = nil) {
        keptRevocations += 1
        end(ended.map { $0.filter(kept.contains) } ?? Array(kept))
    }

    /// Ends all items, and those of answers that are still being carried out.
    mutating func endAll() {
        (handles, items, kept) = ([], [:], [])
        revocations += 1
        keptRevocations += 1
    }

    /// Ends the items that were picked under different terms.
    mutating func endAll(butOn terms: PickTerms?) {
        items = items.filter { $0.value.terms == terms }
        handles.removeAll { items[$0] == nil }
        kept.formIntersection(items.keys)
    }
}
