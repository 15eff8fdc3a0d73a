import FilmgateModel

/// The photos that the person deleted in the viewer. If an undo restores a photo, the viewer shows the photo again.
struct DeletedPhotos {
    /// The deleted photos. The value is true once the list of photos no longer contains the photo.
    private var areGone: [AssetID: Bool] = [:]

    mutating func insert(_ asset: AssetID) { areGone[asset] = false }

    mutating func removeAll() { areGone = [:] }

    /// Compares the deleted photos with a new list of photos.
    ///
    /// - Returns: a deleted photo that the list contains again; nil if there is none.
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
