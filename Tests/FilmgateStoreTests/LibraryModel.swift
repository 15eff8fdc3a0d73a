import FilmgateModel

@testable import FilmgatePolicy
@testable import FilmgateStore

/// The store's rules in a simple form, with values in memory.
struct LibraryModel {
    struct Asset {
        let id: AssetID
        var date: Int64
        var hidden = false
        var favorite = false
        var title: String?
        var isTrashed = false
        let content: String
        let holder: Holder
        var isAddedByOwner = false

        var mediaType: MediaType { LibraryModel.mediaType(of: content) }
    }

    /// What is made of a content: videos of some.
    static func mediaType(of content: String) -> MediaType { content.hasSuffix("3") ? .video : .image }

    /// A change in the model, from which the store's change is made.
    enum Change {
        case create(AssetID, content: String, AssetChanges, unlessPresent: Bool)
        case set(AssetID, AssetChanges)
        case trash([AssetID])
        case restore([AssetID])
    }

    var assets: [Asset] = []
    var selections: [Holder: Set<AssetID>] = [:]

    func exists(_ asset: Asset, for visibility: Visibility) -> Bool {
        switch visibility.scope {
        case .everything: return true
        case .assets(of: let type): return asset.mediaType == type
        case .item(let id): return asset.id == id && !asset.isTrashed
        case .nothing: return false
        case .selection(of: let holder, only: let type):
            if asset.isTrashed || type.map({ $0 != asset.mediaType }) ?? false { return false }
            if selections[holder, default: []].contains(asset.id) { return true }
            return switch holder {
            case .client(let id): asset.holder.client == id
            case .connection: asset.holder == holder
            }
        }
    }

    func fetch(_ query: AssetQuery, visibleTo visibility: Visibility) -> [AssetID] {
        var found = assets.filter { exists($0, for: visibility) }
        let trash = query.includesTrashed && visibility.seesTrash
        if !trash { found = found.filter { !$0.isTrashed } }
        if let identifiers = query.identifiers {
            var seen: Set<AssetID> = []
            let order = identifiers.filter { seen.insert($0).inserted }
            found = order.compactMap { id in found.first { $0.id == id } }
            if query.sort.isEmpty { return limited(found, query) }
        } else if !(query.includesHidden && visibility.listsHidden) {
            found = found.filter { !$0.hidden }
        }
        return limited(found.sorted { precedes($0, $1, query.sort) }, query)
    }

    /// The result of a batch, which is applied unless it is refused.
    mutating func apply(_ batch: [Change], visibleTo visibility: Visibility, holder: Holder) throws(ChangeRefusal)
        -> [AssetID?]
    {
        var next = self
        var created: Set<AssetID> = []
        // Identifiers of creations that found an existing asset.
        var standIns: [AssetID: AssetID] = [:]
        var results: [AssetID?] = []
        for (index, change) in batch.enumerated() {
            func position(of id: AssetID, orStandIn: Bool = true) throws(ChangeRefusal) -> Int {
                let actual = orStandIn ? standIns[id] ?? id : id
                let found = next.assets.firstIndex { asset in
                    asset.id == actual
                        && (created.contains(actual) || standIns[id] != nil || next.exists(asset, for: visibility))
                }
                guard let found else { throw ChangeRefusal(index: index, reason: .notFound) }
                return found
            }
            switch change {
            case .create(let id, let content, let properties, let unlessPresent):
                let present = next.assets.first {
                    $0.content == content && !$0.isTrashed && next.exists($0, for: visibility)
                        && (!visibility.isOfOwnersTool || $0.isAddedByOwner)
                }
                if unlessPresent, let present {
                    standIns[id] = present.id
                    results.append(nil)
                    continue
                }
                var asset = Asset(id: id, date: 2_000_000_000, content: content, holder: holder)
                asset.isAddedByOwner = visibility.isOfOwnersTool
                asset.change(properties)
                next.assets.append(asset)
                created.insert(id)
                results.append(id)
            case .set(let id, let properties):
                next.assets[try position(of: id)].change(properties)
                results.append(nil)
            case .trash(let ids), .restore(let ids):
                let isTrashed = if case .trash = change { true } else { false }
                var positions: [Int] = []
                for id in ids { positions.append(try position(of: id, orStandIn: !isTrashed)) }
                for position in positions { next.assets[position].isTrashed = isTrashed }
                results.append(nil)
            }
        }
        self = next
        return results
    }

    private func limited(_ assets: [Asset], _ query: AssetQuery) -> [AssetID] {
        let ids = assets.map(\.id)
        return query.limit == 0 ? ids : Array(ids.prefix(Int(query.limit)))
    }

    private func precedes(_ left: Asset, _ right: Asset, _ sort: [AssetQuery.Order]) -> Bool {
        for order in sort.isEmpty ? [.init(by: .creationDate, ascending: false)] : sort {
            let comparison = left.compare(to: right, by: order.property)
            if comparison != 0 { return (comparison < 0) == order.ascending }
        }
        let ascends = left.id.bytes.lexicographicallyPrecedes(right.id.bytes)
        return sort.first == .init(by: .creationDate, ascending: true) ? !ascends && left.id != right.id : ascends
    }
}

extension LibraryModel.Asset {
    mutating func change(_ properties: AssetChanges) {
        if let value = properties.creationDate { date = value.rawValue }
        if let value = properties.isHidden { hidden = value }
        if let value = properties.isFavorite { favorite = value }
        if let value = properties.title { title = value.isEmpty ? nil : value }
    }

    /// Compares titles; an absent one comes first.
    fileprivate func compare(to other: Self, by property: AssetProperty) -> Int {
        func sign<T: Comparable>(_ left: T, _ right: T) -> Int { left < right ? -1 : left == right ? 0 : 1 }
        switch property {
        case .creationDate: return sign(date, other.date)
        case .hidden: return sign(hidden ? 1 : 0, other.hidden ? 1 : 0)
        case .favorite: return sign(favorite ? 1 : 0, other.favorite ? 1 : 0)
        case .title: return sign(title?.lowercased() ?? "", other.title?.lowercased() ?? "")
        case .fileSize: return sign(content.utf8.count, other.content.utf8.count)
        default: preconditionFailure("the model does not sort by \(property)")
        }
    }
}
