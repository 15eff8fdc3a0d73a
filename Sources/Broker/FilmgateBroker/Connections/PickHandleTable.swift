import FilmgateModel
import FilmgatePolicy

/// The items that the person picked for one connection, by their handles.
struct PickHandleTable {
    /// The handles, the oldest first.
    private var handles: [PickHandle] = []
    private var items: [PickHandle: PickedItem] = [:]
    /// How often all items were ended. An answer to an older prompt adds no items.
    private(set) var revocations = 0

    /// The most items of a connection. The items of its oldest picks end first.
    static let limit = 2 * PickerConfiguration.mostItems

    var isEmpty: Bool { items.isEmpty }

    subscript(handle: PickHandle) -> PickedItem? { items[handle] }

    func holds(_ item: PickedItem) -> Bool { items.values.contains { $0 === item } }

    /// - Returns: the handles of the items, in their order.
    mutating func add(_ new: [PickedItem]) -> [PickHandle] {
        let added = new.map { item in
            let handle = PickHandle.random()
            items[handle] = item
            return handle
        }
        handles += added
        for handle in handles.prefix(max(0, handles.count - PickHandleTable.limit)) { items[handle] = nil }
        handles.removeFirst(max(0, handles.count - PickHandleTable.limit))
        return added
    }

    /// Ends all items, and those of answers that are still being carried out.
    mutating func endAll() {
        (handles, items) = ([], [:])
        revocations += 1
    }

    /// Ends the items that were picked under different terms.
    mutating func endAll(butOn terms: PickTerms?) {
        items = items.filter { $0.value.terms == terms }
        handles.removeAll { items[$0] == nil }
    }
}
