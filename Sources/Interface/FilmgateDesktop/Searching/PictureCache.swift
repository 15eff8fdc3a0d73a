import FilmgateModel
import Synchronization

/// Reads small pictures of photos concurrently, and caches them for the next searches while the person is typing.
final class PictureCache<Picture: Sendable>: Sendable {
    private struct Entry {
        let reading: Task<Picture?, Never>
        let began: ContinuousClock.Instant
    }

    private let read: @Sendable (AssetID) async -> Picture?
    private let entries = Mutex<[AssetID: Entry]>([:])

    private static var most: Int { 96 }
    /// The time after which a picture is read again, so that it shows edits.
    private static var lifetime: Duration { .seconds(30) }

    /// - Parameter read: returns nil if there is no picture.
    init(_ read: @escaping @Sendable (AssetID) async -> Picture?) { self.read = read }

    /// Returns the pictures that can be read within `time`. Reading the other pictures continues for the next call.
    func pictures(of assets: Set<AssetID>, within time: Duration) async -> [AssetID: Picture] {
        guard !assets.isEmpty else { return [:] }
        let (pictures, continuation) = AsyncStream.makeStream(of: (AssetID, Picture?).self)
        for (asset, reading) in readings(of: assets) {
            Task { continuation.yield((asset, await reading.value)) }
        }
        let limit = Task {
            // The sleep is cancelled when all pictures have been read.
            try? await Task.sleep(for: time)
            continuation.finish()
        }
        defer { limit.cancel() }
        var (found, count) = ([AssetID: Picture](), 0)
        for await (asset, picture) in pictures {
            found[asset] = picture
            count += 1
            if count == assets.count { break }
        }
        return found
    }

    /// Reads a picture. If there is none, removes the entry, so that the next call tries again.
    private func reading(of asset: AssetID) async -> Picture? {
        let picture = await read(asset)
        if picture == nil { entries.withLock { $0[asset] = nil } }
        return picture
    }

    private func readings(of assets: Set<AssetID>) -> [AssetID: Task<Picture?, Never>] {
        let now = ContinuousClock.now
        return entries.withLock { entries in
            entries = entries.filter { now - $0.value.began < Self.lifetime }
            let excess = entries.count + assets.count - Self.most
            if excess > 0 {
                let others = entries.filter { !assets.contains($0.key) }.sorted { $0.value.began < $1.value.began }
                for (asset, _) in others.prefix(excess) { entries[asset] = nil }
            }
            for asset in assets where entries[asset] == nil {
                entries[asset] = Entry(reading: Task { await self.reading(of: asset) }, began: now)
            }
            return assets.reduce(into: [:]) { $0[$1] = entries[$1]?.reading }
        }
    }
}
