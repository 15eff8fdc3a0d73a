import FilmgateModel

@testable import FilmgatePolicy

/// The rules of what each holder sees of each change once more, over values in memory: every step is a change to one
/// thing, and what a view has to do with it follows from the view before and after.
struct HistoryModel {
    /// How often each asset lost its original. Only clients that see everything learn that, because it is about a
    /// different asset.
    private(set) var lostOriginals: [AssetID: Int] = [:]
    struct Asset {
        let holder: Holder
        var original: AssetID?
        var date: Timestamp
        var isHidden = false
        var isTrashed = false

        /// The date with which it counts in its albums; nil if it does not.
        var countedDate: Timestamp? { isHidden || isTrashed ? nil : date }
    }

    struct Album {
        var assets: Set<AssetID> = []
        var events = 0
    }

    /// The history of a view.
    struct ObjectHistory {
        /// The date of each event.
        var dates: [Timestamp] = []
        /// The number of events for each asset.
        var counts: [AssetID: Int] = [:]
        /// The number of pruned events.
        var pruned = 0

        mutating func add(_ asset: AssetID?, at now: Timestamp) {
            dates.append(now)
            if let asset { counts[asset, default: 0] += 1 }
        }

        /// Removes all older events of the view except the last.
        mutating func prune(before oldest: Timestamp) {
            let old = dates.prefix { $0 < oldest }.count
            pruned = max(pruned, min(old, dates.count - 1))
        }
    }

    let holders: [Holder]
    var now = Timestamp.seconds(0)
    var assets: [AssetID: Asset] = [:]
    var albums: [AlbumID: Album] = [:]
    var folders: [FolderID: Int] = [:]
    /// The parents of albums and folders.
    var places: [ObjectID: FolderID] = [:]
    /// The albums and folders with an event in this batch.
    var reported: Set<ObjectID> = []
    var selections: [Holder: Set<AssetID>] = [:]
    var followed: [Holder: Set<AlbumID>] = [:]
    var everything = ObjectHistory()
    var limited: [Holder: ObjectHistory] = [:]
    /// The date up to which the log was pruned.
    var historyStart = Timestamp(rawValue: .min)

    init(holders: [Holder]) {
        self.holders = holders
        for holder in holders { limited[holder] = ObjectHistory() }
    }

    func isShown(_ id: AssetID, to holder: Holder) -> Bool {
        guard let asset = assets[id], !asset.isTrashed else { return false }
        if selections[holder, default: []].contains(id) { return true }
        if followed[holder, default: []].contains(where: { albums[$0]?.assets.contains(id) ?? false }) { return true }
        return switch holder {
        case .client(let client): asset.holder.client == client
        case .connection: asset.holder == holder
        }
    }

    func shown(to holder: Holder) -> Set<AssetID> { Set(assets.keys.filter { isShown($0, to: holder) }) }

    var shownToAll: Set<AssetID> { Set(assets.keys.filter { assets[$0]?.isTrashed == false }) }

    var trashed: [AssetID] { sorted(assets.keys.filter { assets[$0]?.isTrashed == true }) }

    /// In an order that does not depend on hash seeds.
    var known: [AssetID] { sorted(Array(assets.keys)) }
    var knownAlbums: [AlbumID] { sorted(Array(albums.keys)) }
    var knownFolders: [FolderID] { sorted(Array(folders.keys)) }

    private func sorted<ID: LocalIdentifier>(_ ids: [ID]) -> [ID] { ids.sorted { $0.uuid < $1.uuid } }

    /// Makes one change to one object. Each view in which the object looks different gets an event.
    mutating func step(about ids: [AssetID], _ change: (inout HistoryModel) -> Void) {
        let before = self
        change(&self)
        for holder in holders {
            for id in ids where before.isShown(id, to: holder) != isShown(id, to: holder) {
                limited[holder]?.add(id, at: now)
            }
        }
    }

    // MARK: Assets

    mutating func create(_ id: AssetID, of date: Timestamp, by holder: Holder, versionOf original: AssetID?) {
        step(about: [id]) { $0.assets[id] = Asset(holder: holder, original: original, date: date) }
        everything.add(id, at: now)
    }

    mutating func update(_ id: AssetID, _ changes: AssetChanges) {
        recounting(id) { model in
            if let date = changes.creationDate { model.assets[id]?.date = date }
            if let isHidden = changes.isHidden { model.assets[id]?.isHidden = isHidden }
        }
        for holder in holders where isShown(id, to: holder) { limited[holder]?.add(id, at: now) }
        everything.add(id, at: now)
    }

    mutating func setTrashed(_ id: AssetID, _ isTrashed: Bool) {
        guard assets[id]?.isTrashed == !isTrashed else { return }
        recounting(id) { model in model.step(about: [id]) { $0.assets[id]?.isTrashed = isTrashed } }
        everything.add(id, at: now)
    }

    /// Updates the albums in which its count or date changes.
    private mutating func recounting(_ id: AssetID, _ change: (inout HistoryModel) -> Void) {
        let before = assets[id]?.countedDate
        change(&self)
        guard assets[id]?.countedDate != before else { return }
        for (album, content) in albums where content.assets.contains(id) { touch(album) }
    }

    mutating func purge(_ id: AssetID) {
        for (version, asset) in assets where asset.original == id {
            everything.add(version, at: now)
            lostOriginals[version, default: 0] += 1
        }
        step(about: [id]) { model in
            model.assets[id] = nil
            for album in model.albums.keys { model.albums[album]?.assets.remove(id) }
            for holder in model.holders { model.selections[holder]?.remove(id) }
        }
        for version in assets.keys where assets[version]?.original == id {
            assets[version]?.original = nil
        }
        everything.add(id, at: now)
    }

    // MARK: Selections

    mutating func select(_ id: AssetID, _ isSelected: Bool, by holder: Holder) {
        step(about: [id]) { model in
            if isSelected {
                model.selections[holder, default: []].insert(id)
            } else {
                model.selections[holder, default: []].remove(id)
            }
        }
    }

    mutating func follow(_ album: AlbumID, _ isFollowed: Bool, by holder: Holder) {
        step(about: Array(albums[album]?.assets ?? [])) { model in
            if isFollowed {
                model.followed[holder, default: []].insert(album)
            } else {
                model.followed[holder, default: []].remove(album)
            }
        }
    }

    /// Replaces albums that hold one of these by their assets.
    mutating func dissolve(holding ids: [AssetID], by holder: Holder) {
        for album in followed[holder, default: []] {
            guard let assets = albums[album]?.assets, !assets.isDisjoint(with: ids) else { continue }
            for id in assets { select(id, true, by: holder) }
            follow(album, false, by: holder)
        }
    }

    mutating func setSelection(_ ids: [AssetID], _ albums: [AlbumID], of holder: Holder) {
        for id in selections[holder, default: []].subtracting(ids) { select(id, false, by: holder) }
        for album in followed[holder, default: []].subtracting(albums) { follow(album, false, by: holder) }
        for id in ids { select(id, true, by: holder) }
        for album in albums { follow(album, true, by: holder) }
    }

    mutating func prune(before oldest: Timestamp) {
        historyStart = max(historyStart, oldest)
        everything.prune(before: oldest)
        for holder in holders { limited[holder]?.prune(before: oldest) }
    }
}
