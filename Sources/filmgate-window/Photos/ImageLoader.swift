internal import FilmgateGTK
internal import FilmgateModel
internal import FilmgateSystem

/// Makes images of assets, and passes them to `ImageLoader.came`.
protocol ImageSource: AnyObject {
    /// - Parameter size: how many pixels the longer side has at most.
    func want(_ assets: [AssetID], size: Int)
    /// What has not come yet is no longer wanted.
    func forget(_ assets: [AssetID], size: Int)
}

/// Gets the images that are in view, and keeps the last ones.
///
/// Requests that are made together go in one message. What went out of sight before it came is no longer requested.
final class ImageLoader {
    private struct Key: Hashable {
        let asset: AssetID
        let size: Int
    }

    /// What a place in the view gets.
    enum Outcome {
        case image(Texture)
        /// Why there is none, in a word.
        case none(String)
    }

    typealias Receiver = (Outcome) -> Void

    private let source: any ImageSource
    private var receivers: [Key: [ObjectIdentifier: Receiver]] = [:]
    /// What was requested and has not come.
    private var requested: Set<Key> = []
    private var toRequest: [Key] = []
    private var toForget: [Key] = []
    private var sending: Timeout?

    /// How often the content of an asset has changed; absent: never.
    private var versions: [AssetID: Int] = [:]
    private var renewalWatchers: [(Set<AssetID>) -> Void] = []

    private var textures: [Key: Texture] = [:]
    /// The oldest first.
    private var order: [Key] = []
    private var byteCount = 0

    /// The most bytes of textures that are kept, in view or not.
    private static let mostBytes = 64 << 20
    private static let mostTextures = 2000
    /// The sizes that are requested. The first one is made ahead by the broker.
    private static let sizes = [256, 512, 1024, 2048]
    /// The most bytes of an image file.
    private nonisolated static let mostFileBytes = 32 << 20

    init(from source: any ImageSource) { self.source = source }

    /// The size of the image to request for a place with this many pixels.
    static func size(for pixels: Int) -> Int { sizes.first { $0 >= pixels } ?? sizes[sizes.count - 1] }

    /// Gets an image for an owner, who gets no other one until this one came or was forgotten. A degraded image may come first.
    func load(_ asset: AssetID, size: Int, for owner: AnyObject, _ receive: @escaping Receiver) {
        let key = Key(asset: asset, size: size)
        if let texture = textures[key] {
            use(key)
            return receive(.image(texture))
        }
        receivers[key, default: [:]][ObjectIdentifier(owner)] = receive
        guard requested.insert(key).inserted else { return }
        toForget.removeAll { $0 == key }
        toRequest.append(key)
        sendSoon()
    }

    /// The owner no longer needs the image.
    func forget(_ asset: AssetID, size: Int, for owner: AnyObject) {
        let key = Key(asset: asset, size: size)
        receivers[key]?[ObjectIdentifier(owner)] = nil
        guard receivers[key]?.isEmpty == true else { return }
        receivers[key] = nil
        guard requested.contains(key) else { return }
        toForget.append(key)
        sendSoon()
    }

    func forgetAll() {
        receivers = [:]
        toForget = []
        toRequest = []
        sending?.cancel()
        sending = nil
    }

    // MARK: Changed contents

    /// A number that changes with the content of the asset.
    func version(of asset: AssetID) -> Int { versions[asset, default: 0] }

    /// Calls a body with assets whose content has changed, so that what shows one of them loads it again.
    func watchRenewals(_ body: @escaping (Set<AssetID>) -> Void) { renewalWatchers.append(body) }

    /// Forgets the images of assets whose content has changed.
    func renew(_ assets: Set<AssetID>) {
        for asset in assets { versions[asset, default: 0] += 1 }
        for key in order where assets.contains(key.asset) {
            if let removed = textures.removeValue(forKey: key) { byteCount -= removed.byteCount }
        }
        order.removeAll { assets.contains($0.asset) }
        // What is under way may show the old content.
        let outdated = requested.filter { assets.contains($0.asset) }
        requested.subtract(outdated)
        toRequest.removeAll(where: outdated.contains)
        toForget.removeAll(where: outdated.contains)
        for (size, keys) in Dictionary(grouping: outdated, by: \.size) { source.forget(keys.map(\.asset), size: size) }
        for body in renewalWatchers { body(assets) }
    }

    /// The same if it is not known whose content has changed.
    func renewAll() { renew(Set(order.map(\.asset)).union(requested.map(\.asset))) }

    // MARK: Messages

    private func sendSoon() {
        guard sending == nil else { return }
        sending = MainLoop.after(milliseconds: 5) { [weak self] in self?.sendNow() }
    }

    private func sendNow() {
        sending = nil
        // A place that was left and entered again in the meantime is still wanted.
        let forgotten = toForget.filter { receivers[$0] == nil }
        requested.subtract(forgotten)
        let wanted = toRequest.filter { requested.contains($0) }
        let unsent = Set(toRequest)
        (toForget, toRequest) = ([], [])
        for (size, keys) in Dictionary(grouping: forgotten.filter { !unsent.contains($0) }, by: \.size) {
            source.forget(keys.map(\.asset), size: size)
        }
        for (size, keys) in Dictionary(grouping: wanted, by: \.size) {
            source.want(keys.map(\.asset), size: size)
        }
    }

    /// A JPEG has come for an asset.
    ///
    /// - Parameter isDegraded: whether a better one follows.
    func came(_ content: OwnedDescriptor, of asset: AssetID, size: Int, isDegraded: Bool) {
        let key = Key(asset: asset, size: size)
        guard requested.contains(key) else { return }
        Task {
            let texture = await Self.texture(content)
            guard requested.contains(key) || receivers[key] != nil else { return }
            if !isDegraded { requested.remove(key) }
            guard let texture else { return deliver(.none("damaged"), to: key) }
            if !isDegraded { keep(texture, key) }
            deliver(.image(texture), to: key, isLast: !isDegraded)
        }
    }

    /// There is no image of an asset, or none that is better than the degraded one. The next load asks for it again.
    ///
    /// - Parameter reason: a word that says why.
    func failed(_ asset: AssetID, size: Int, reason: String) {
        let key = Key(asset: asset, size: size)
        guard requested.remove(key) != nil else { return }
        deliver(.none(reason), to: key)
    }

    private func deliver(_ outcome: Outcome, to key: Key, isLast: Bool = true) {
        let waiting = receivers[key] ?? [:]
        if isLast { receivers[key] = nil }
        for receive in waiting.values { receive(outcome) }
    }

    @concurrent
    nonisolated static func texture(_ content: OwnedDescriptor) async -> Texture? {
        (try? content.contents(upTo: mostFileBytes)).flatMap { $0 }.flatMap { Texture.jpeg($0) }
    }

    // MARK: Kept textures

    private func keep(_ texture: Texture, _ key: Key) {
        if textures.updateValue(texture, forKey: key) == nil { byteCount += texture.byteCount }
        use(key)
        while byteCount > Self.mostBytes || order.count > Self.mostTextures, order.count > 1 {
            let oldest = order.removeFirst()
            if let removed = textures.removeValue(forKey: oldest) { byteCount -= removed.byteCount }
        }
    }

    private func use(_ key: Key) {
        if let index = order.lastIndex(of: key) { order.remove(at: index) }
        order.append(key)
    }
}
