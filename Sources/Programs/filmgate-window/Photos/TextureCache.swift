import FilmgateGTK
import FilmgateModel

/// A cache of the most recently used textures, with a limited size.
struct TextureCache {
    struct Key: Hashable {
        let asset: AssetID
        let form: DisplayImageSize
    }

    private var textures: [Key: Texture] = [:]
    /// The keys of the textures, the least recently used first.
    private var order: [Key] = []
    private var byteCount = 0

    /// The maximum size of all cached textures, in bytes.
    private static let mostBytes = 64 << 20
    private static let mostTextures = 2000

    /// Returns the texture for a key, and marks the texture as the most recently used one.
    mutating func use(_ key: Key) -> Texture? {
        guard let texture = textures[key] else { return nil }
        if let index = order.lastIndex(of: key) { order.remove(at: index) }
        order.append(key)
        return texture
    }

    mutating func keep(_ texture: Texture, as key: Key) {
        if let replaced = textures.updateValue(texture, forKey: key) {
            byteCount -= replaced.byteCount
        } else {
            order.append(key)
        }
        byteCount += texture.byteCount
        _ = use(key)
        while byteCount > Self.mostBytes || order.count > Self.mostTextures, order.count > 1 {
            if let oldest = textures.removeValue(forKey: order.removeFirst()) { byteCount -= oldest.byteCount }
        }
    }

    mutating func remove(_ assets: Set<AssetID>) {
        for key in order where assets.contains(key.asset) {
            if let removed = textures.removeValue(forKey: key) { byteCount -= removed.byteCount }
        }
        order.removeAll { assets.contains($0.asset) }
    }
}
