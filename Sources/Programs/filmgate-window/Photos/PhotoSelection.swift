import FilmgateModel
import FilmgatePrompts

/// The photos that the person has selected, in the order of selection.
final class PhotoSelection {
    private var places: [AssetID: Int] = [:]
    /// The caches of `ids` and of the photos' numbers; nil after the selection has changed.
    private var order: [AssetID]?
    private var ranks: [AssetID: Int]?
    private var lastPlace = 0
    private let limit: Int?
    private let isOrdered: Bool
    var onChange: () -> Void = {}
    /// Called when a photo was not selected because of the limit.
    var onLimit: () -> Void = {}

    /// - Parameters:
    ///   - limit: the maximum number of photos; nil for any number.
    ///   - isOrdered: whether the marks show the order of selection.
    init(_ ids: [AssetID], limit: Int?, isOrdered: Bool) {
        self.limit = limit
        self.isOrdered = isOrdered
        for id in ids { insert(id) }
    }

    var count: Int { places.count }

    /// The selected assets, in the order of selection.
    var ids: [AssetID] {
        if let order { return order }
        let ids = places.sorted { $0.value < $1.value }.map(\.key)
        order = ids
        return ids
    }

    func contains(_ id: AssetID) -> Bool { places[id] != nil }

    /// Returns the number of selected photos that are in a set.
    func count(in ids: Set<AssetID>) -> Int { places.keys.count(where: ids.contains) }

    /// Returns whether all selected photos are in a set.
    func isSubset(of ids: Set<AssetID>) -> Bool { places.keys.allSatisfy(ids.contains) }

    /// Returns the mark of a photo: its number in an ordered selection, or a check mark; nil if it is not selected.
    func mark(of id: AssetID) -> String? {
        guard contains(id) else { return nil }
        guard isOrdered else { return "✓" }
        let ranks = self.ranks ?? Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0 + 1) })
        self.ranks = ranks
        return ranks[id].map(String.init)
    }

    func toggle(_ id: AssetID) {
        if contains(id) { remove([id]) } else { add([id]) }
    }

    func add(_ ids: [AssetID]) {
        // If the limit is one photo, a new photo replaces the selected photo.
        if limit == 1 {
            if let id = ids.last { replace(with: [id]) }
            return
        }
        for id in ids where !contains(id) {
            if let limit, count >= limit {
                onLimit()
                break
            }
            insert(id)
        }
        changed()
    }

    func remove(_ ids: [AssetID]) {
        for id in ids { places[id] = nil }
        changed()
    }

    /// Selects these photos, and unselects all others.
    func replace(with ids: [AssetID]) {
        guard ids != self.ids else { return }
        places = [:]
        for id in ids { insert(id) }
        changed()
    }

    /// Unselects photos that are no longer listed.
    func keep(only assets: [ListedAsset]) {
        guard count > 0 else { return }
        let listed = Set(assets.map(\.id))
        remove(ids.filter { !listed.contains($0) })
    }

    func removeAll() { remove(Array(places.keys)) }

    private func changed() {
        (order, ranks) = (nil, nil)
        onChange()
    }

    private func insert(_ id: AssetID) {
        guard places[id] == nil else { return }
        lastPlace += 1
        places[id] = lastPlace
    }
}
