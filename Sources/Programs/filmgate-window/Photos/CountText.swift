import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// The number of photos and videos in words, such as “12 photos, 3 videos”.
nonisolated enum CountText {
    /// Returns the number of items whose kinds are not known, such as “15 items”.
    static func text(_ count: Int) -> String { counted("{n} item", "{n} items", count) }

    static func text(photos: Int, videos: Int) -> String {
        guard photos > 0 || videos > 0 else { return text(0) }
        let kinds = [
            photos > 0 ? counted("{n} photo", "{n} photos", photos) : nil,
            videos > 0 ? counted("{n} video", "{n} videos", videos) : nil,
        ].compactMap(\.self)
        guard kinds.count == 2 else { return kinds[0] }
        return localized("{photos}, {videos}", ["photos": kinds[0], "videos": kinds[1]])
    }

    static func text(of assets: some Collection<ListedAsset>) -> String {
        let videos = assets.count(where: \.isVideo)
        return text(photos: assets.count - videos, videos: videos)
    }

    /// - Parameter videos: all videos among which the assets can be.
    static func text(of assets: [AssetID], videos: Set<AssetID>) -> String {
        let count = assets.count { videos.contains($0) }
        return text(photos: assets.count - count, videos: count)
    }
}
