import FilmgateModel

/// The photos that the person deleted in the viewer, so that the viewer shows a photo again that an undo restores.
struct DeletedPhotos {
    /// Whether the library's list already lacks each of the photos: the list is updated later than the viewer.
    private var areGone: [AssetID: Bool] = [:]

    mutating func insert(_ asset: AssetID) { areGone[asset] = false }

    mutating func removeAll() { areGone = [:] }

    /// Compares the deleted photos with the library's new list.
    ///
    /// - Returns: a photo that the list has again.
    mutating func returned(to assets: some Sequence<AssetID>) -> AssetID? {
        guard !areGone.isEmpty else { return nil }
        var listed: Set<AssetID> = []
        for asset in assets where areGone[asset] != nil { listed.insert(asset) }
        let returned = listed.first { areGone[$0] == true }
        for asset in areGone.keys where !listed.contains(asset) { areGone[asset] = true }
        for asset in listed where areGone[asset] == true { areGone[asset] = nil }
        return returned
    }
}
