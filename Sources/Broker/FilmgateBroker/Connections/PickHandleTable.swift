import FilmgateModel
import FilmgatePolicy

/// The items that the person picked for one connection, and the kept items (stored for later connections) that it uses.
struct PickHandleTable {
    /// The handles, the oldest first.
    private var handles: [PickHandle] = []
    private var items: [PickHandle: PickedItem] = [:]
    /// The handles of the items that are also kept in the store.
    private var kept: Set<PickHandle> = []
    /// The number of revocations of all items. An answer to a prompt that was shown before a revocation adds no items.
    private(set) var revocations = 0
    /// The number of revocations of kept items. Items that were read from the store before a revocation are not added.
    private(set) var keptRevocations = 0

    /// The maximum number of items of a connection. If there are more, the oldest items end.
    static let limit = 2 * PickerConfiguration.mostItems

    var isEmpty: Bool { items.isEmpty }

    subscript(handle: PickHandle) -> PickedItem? { items[handle] }

    func isKept(_ handle: PickHandle) -> Bool { kept.contains(handle) }

    func holds(_ item: PickedItem) -> Bool { items.values.contains { $0 === item } }

    /// - Returns: the handles, in the order of the items.
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

    /// Adds a kept item. If the item is already in the table, marks it as kept.
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

    mutating func end(_ ended: [PickHandle]) {
        for handle in ended {
            items[handle] = nil
            kept.remove(handle)
        }
        handles.removeAll { items[$0] == nil }
    }

    /// Ends kept items.
    ///
    /// - Parameter ended: the handles of the items; nil means all kept items.
    mutating func endKept(_ ended: [PickHandle]? = nil) {
        keptRevocations += 1
        end(ended.map { $0.filter(kept.contains) } ?? Array(kept))
    }

    /// Ends all items, including the items of answers that are being carried out.
    mutating func endAll() {
        (handles, items, kept) = ([], [:], [])
        revocations += 1
        keptRevocations += 1
    }

    /// Ends the items that were picked under terms other than these.
    mutating func endAll(butOn terms: PickedItemPermissions?) {
        items = items.filter { $0.value.terms == terms }
        handles.removeAll { items[$0] == nil }
        kept.formIntersection(items.keys)
    }
}
