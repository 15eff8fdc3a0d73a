import FilmgateModel
import FilmgateStore

@testable import FilmgatePolicy

/// A token, and what the model says of the view at the moment when it was given.
struct KeptToken {
    struct ViewScope: Hashable {
        let isOfEverything: Bool
        let rights: Rights
    }

    let token: ChangeToken
    let holder: Holder
    let viewScope: ViewScope
    let shown: Set<AssetID>
    let eventCount: Int
    /// Of the last event.
    let date: Timestamp?
    fileprivate let everythingCounts: [AssetID: Int]
    fileprivate let limitedCounts: [AssetID: Int]
    private let lostOriginals: [AssetID: Int]
    fileprivate let albums: [AlbumID: Int]
    fileprivate let folders: [FolderID: Int]
    fileprivate let trashed: Set<AssetID>

    init(_ token: ChangeToken, of holder: Holder, seenThrough viewScope: ViewScope, in model: HistoryModel) {
        self.token = token
        self.holder = holder
        self.viewScope = viewScope
        let limited = model.limited[holder].orTrap
        let viewHistory = viewScope.isOfEverything ? model.everything : limited
        shown = viewScope.isOfEverything ? model.shownToAll : model.shown(to: holder)
        (eventCount, date) = (viewHistory.dates.count, viewHistory.dates.last)
        lostOriginals = model.lostOriginals
        (everythingCounts, limitedCounts) = (model.everything.counts, limited.counts)
        albums = model.albums.mapValues(\.events)
        folders = model.folders
        trashed = Set(model.trashed)
    }

    /// Whether its history is gone.
    func isExpired(through now: ViewScope, in model: HistoryModel) -> Bool {
        let viewHistory = viewScope.isOfEverything ? model.everything : model.limited[holder].orTrap
        guard viewScope.isOfEverything, !now.isOfEverything else { return eventCount < viewHistory.pruned }
        return date.map { $0 < model.historyStart } ?? false
    }
}

extension KeptToken {
    /// What happened to an asset itself.
    fileprivate func ownCount(_ id: AssetID) -> Int { everythingCounts[id, default: 0] - lostOriginals[id, default: 0] }
}

extension LibraryChanges {
    /// What is wrong with them, for views of one holder before and after.
    func differences(from old: KeptToken, to new: KeptToken, in model: HistoryModel) -> [String] {
        var found: [String] = []
        func expect(_ isSo: Bool, _ what: String) { if !isSo { found.append("\(what): \(self)") } }
        let all = inserted + updated + deleted + enteredScope + leftScope
        expect(Set(all).count == all.count, "one identifier in two lists")
        let isOfEverything = (old.viewScope.isOfEverything, new.viewScope.isOfEverything)
        let seesTrash = isOfEverything == (true, true)
        let purged: Set<AssetID> = seesTrash ? old.trashed.filter { model.assets[$0] == nil } : []
        let (come, gone) = (Set(inserted + enteredScope), Set(deleted + leftScope))
        expect(come == new.shown.subtracting(old.shown), "what came")
        expect(gone.subtracting(purged) == old.shown.subtracting(new.shown), "what went")
        expect(purged.isSubset(of: gone), "what went for good")
        let counts = seesTrash ? (old.everythingCounts, new.everythingCounts) : (old.limitedCounts, new.limitedCounts)
        let both = old.shown.intersection(new.shown)
        // Whoever saw everything hears nothing of what came into the scope: that alone changes no photo.
        let isNarrowed = isOfEverything == (true, false)
        let altered = both.filter { old.ownCount($0) != new.ownCount($0) }
        let heard = both.filter { counts.0[$0] != counts.1[$0] }
        let changed = isNarrowed ? heard.intersection(altered) : heard
        let inTrash: Set<AssetID> = seesTrash ? old.trashed.intersection(new.trashed) : []
        expect(changed.isSubset(of: updated), "what was updated")
        let allowed = isNarrowed ? altered : changed.union(inTrash)
        expect(Set(updated).isSubset(of: allowed), "what was not updated")

        let none: [AlbumID: Int] = [:]
        let albums = (isOfEverything.0 ? old.albums : none, isOfEverything.1 ? new.albums : none)
        let folders = (isOfEverything.0 ? old.folders : [:], isOfEverything.1 ? new.folders : [:])
        expect(Set(albumsInserted) == Set(albums.1.keys).subtracting(albums.0.keys), "new albums")
        expect(Set(albumsDeleted) == Set(albums.0.keys).subtracting(albums.1.keys), "deleted albums")
        expect(Set(albumsUpdated) == changedKeys(of: albums), "changed albums")
        expect(Set(foldersInserted) == Set(folders.1.keys).subtracting(folders.0.keys), "new folders")
        expect(Set(foldersDeleted) == Set(folders.0.keys).subtracting(folders.1.keys), "deleted folders")
        expect(Set(foldersUpdated) == changedKeys(of: folders), "changed folders")
        let isOfScope = !come.union(gone).isEmpty && count == enteredScope.count + leftScope.count
        expect(reason == (old.viewScope != new.viewScope ? .grant : isOfScope ? .selection : .library), "reason")
        return found
    }
}

/// Those of both that are not the same in both.
private func changedKeys<ID: Hashable>(of counts: ([ID: Int], [ID: Int])) -> Set<ID> {
    Set(counts.0.keys.filter { counts.1[$0] != nil && counts.1[$0] != counts.0[$0] })
}
