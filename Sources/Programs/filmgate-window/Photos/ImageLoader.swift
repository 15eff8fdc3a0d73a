import FilmgateGTK
import FilmgateModel
import FilmgateSystem

/// A source of images of assets. The source passes images to `ImageLoader.receive`, and errors to `ImageLoader.failed`.
protocol ImageSource: AnyObject {
    /// - Parameter size: the maximum length of the longer side, in pixels.
    func want(_ assets: [AssetID], size: Int)
    /// Cancels the requests for images that have not been delivered yet.
    func forget(_ assets: [AssetID], size: Int)
}

/// Loads the images of visible photos, and caches the most recently used images.
///
/// The loader collects requests for a short time, and sends them together. It cancels the requests for photos
/// that scroll out of view before their images arrive.
final class ImageLoader {
    private struct Request: Hashable {
        let asset: AssetID
        let size: Int
    }

    /// A receiver that waits for an image.
    private struct Receiver {
        let side: Int?
        let receive: (LoadResult) -> Void
    }

    /// The result of a request.
    enum LoadResult {
        case image(Texture)
        /// There is no image. The value is the reason, such as `damaged`.
        case none(String)
    }

    /// The known alt texts of photos, for screen readers.
    var altTexts: [AssetID: String] = [:]

    private let source: any ImageSource
    /// The receivers of each request, by their owners.
    private var receivers: [Request: [ObjectIdentifier: Receiver]] = [:]
    /// The requests that have no result yet.
    private var requested: Set<Request> = []
    private var toRequest: [Request] = []
    private var toForget: [Request] = []
    private var sending: Timeout?
    private var textures = TextureCache()
    /// The assets whose images could not be loaded.
    private var failed: Set<AssetID> = []

    /// The number of changes of each asset's content. An asset without an entry has not changed.
    private var versions: [AssetID: Int] = [:]
    /// The number of times when the content of any asset may have changed.
    private var renewalsOfAll = 0
    private var renewalWatchers: [((AssetID) -> Bool) -> Void] = []

    /// The time for which the loader collects requests, in milliseconds.
    private static let collectingTime: UInt32 = 5

    init(from source: any ImageSource) { self.source = source }

    /// Loads an image for an owner, such as a tile. `receive` may be called with a degraded image first.
    func load(
        _ asset: AssetID, as form: DisplayImageSize, for owner: AnyObject, _ receive: @escaping (LoadResult) -> Void
    ) {
        if let texture = textures.use(TextureCache.Key(asset: asset, form: form)) { return receive(.image(texture)) }
        let request = Request(asset: asset, size: form.size)
        receivers[request, default: [:]][ObjectIdentifier(owner)] = Receiver(side: form.side, receive: receive)
        guard requested.insert(request).inserted else { return }
        toForget.removeAll { $0 == request }
        toRequest.append(request)
        sendSoon()
    }

    /// Cancels the owner's request for the image.
    func forget(_ asset: AssetID, as form: DisplayImageSize, for owner: AnyObject) {
        let request = Request(asset: asset, size: form.size)
        receivers[request]?[ObjectIdentifier(owner)] = nil
        guard receivers[request]?.isEmpty == true else { return }
        receivers[request] = nil
        guard requested.contains(request) else { return }
        toForget.append(request)
        sendSoon()
    }

    func forgetAll() {
        receivers = [:]
        toForget = []
        toRequest = []
        sending?.cancel()
        sending = nil
    }

    /// Delays the next requests, because during fast scrolling, the visible photos soon move out of view.
    func pause(milliseconds: UInt32) {
        sending?.cancel()
        sending = MainLoop.after(milliseconds: milliseconds) { [weak self] in self?.sendNow() }
    }

    // MARK: Changed contents

    /// Returns a number that changes with the content of the asset.
    func version(of asset: AssetID) -> Int { renewalsOfAll + versions[asset, default: 0] }

    /// Registers a closure, which is called after the content of assets has changed, so that widgets load the new
    /// images.
    ///
    /// - Parameter body: gets a function that returns whether the content of an asset may have changed.
    func watchRenewals(_ body: @escaping ((AssetID) -> Bool) -> Void) { renewalWatchers.append(body) }

    /// Removes the cached images of assets whose content has changed, cancels their requests, and notifies watchers.
    func renew(_ assets: Set<AssetID>) {
        for asset in assets { versions[asset, default: 0] += 1 }
        textures.remove(assets)
        renew(where: assets.contains)
    }

    /// Renews all images, also those that are shown but no longer cached. Use this method if it is unknown whose
    /// content has changed.
    func renewAll() {
        renewalsOfAll += 1
        textures = TextureCache()
        renew { _ in true }
    }

    private func renew(where hasChanged: (AssetID) -> Bool) {
        // Running requests may return the old content.
        let outdated = requested.filter { hasChanged($0.asset) }
        requested.subtract(outdated)
        toRequest.removeAll(where: outdated.contains)
        toForget.removeAll(where: outdated.contains)
        for (size, requests) in Dictionary(grouping: outdated, by: \.size) {
            source.forget(requests.map(\.asset), size: size)
        }
        for body in renewalWatchers { body(hasChanged) }
    }

    /// Tries to load the images that could not be loaded before.
    func loadFailedAgain() {
        let assets = failed
        failed = []
        if !assets.isEmpty { renew(assets) }
    }

    // MARK: Messages

    private func sendSoon() {
        guard sending == nil else { return }
        pause(milliseconds: Self.collectingTime)
    }

    private func sendNow() {
        sending = nil
        // A photo that has scrolled out of view and back into view still needs its image.
        let forgotten = toForget.filter { receivers[$0] == nil }
        requested.subtract(forgotten)
        let wanted = toRequest.filter { requested.contains($0) }
        let unsent = Set(toRequest)
        (toForget, toRequest) = ([], [])
        for (size, requests) in Dictionary(grouping: forgotten.filter { !unsent.contains($0) }, by: \.size) {
            source.forget(requests.map(\.asset), size: size)
        }
        for (size, requests) in Dictionary(grouping: wanted, by: \.size) {
            source.want(requests.map(\.asset), size: size)
        }
    }

    /// Receives a JPEG image of an asset from the source.
    ///
    /// - Parameter isDegraded: whether a better image follows.
    func receive(_ content: OwnedDescriptor, of asset: AssetID, size: Int, isDegraded: Bool) {
        let request = Request(asset: asset, size: size)
        guard requested.contains(request) else { return }
        Task {
            var made: [Int?: Texture]? = [:]
            // A new receiver may have requested a different side meanwhile.
            while let textures = made, !sides(of: request).isSubset(of: textures.keys) {
                made = await DisplayImageSize.textures(of: content, sides: sides(of: request))
            }
            guard requested.contains(request) || receivers[request] != nil else { return }
            if !isDegraded { requested.remove(request) }
            guard let made else { return deliver(.none("damaged"), to: request) }
            deliver(made, to: request, isLast: !isDegraded)
        }
    }

    private func sides(of request: Request) -> Set<Int?> { Set((receivers[request] ?? [:]).values.map(\.side)) }

    private func deliver(_ made: [Int?: Texture], to request: Request, isLast: Bool) {
        if isLast {
            for (side, texture) in made {
                let form = DisplayImageSize(size: request.size, side: side)
                textures.keep(texture, as: TextureCache.Key(asset: request.asset, form: form))
            }
        }
        let waiting = receivers[request] ?? [:]
        if isLast { receivers[request] = nil }
        for receiver in waiting.values {
            if let texture = made[receiver.side] { receiver.receive(.image(texture)) }
        }
    }

    /// Records that the source has no image of an asset, or no image that is better than the degraded image. The next
    /// call of `load` requests the image again.
    ///
    /// - Parameter reason: the reason, such as `damaged`.
    func failed(_ asset: AssetID, size: Int, reason: String) {
        let request = Request(asset: asset, size: size)
        guard requested.remove(request) != nil else { return }
        failed.insert(asset)
        deliver(.none(reason), to: request)
    }

    private func deliver(_ outcome: LoadResult, to request: Request) {
        let waiting = receivers.removeValue(forKey: request) ?? [:]
        for receiver in waiting.values { receiver.receive(outcome) }
    }
}
