import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire
import FilmgateWorkers

/// Makes images before they are requested: images that clients announce, and small images of added assets.
///
/// Makes one image at a time, and only while no client waits for an image. Connections take turns.
@BrokerActor final class ImagePreparer {
    private let gate: Gate
    private let maker: ImageMaker
    /// Whether small images of added assets are made.
    private let preparesAdditions: Bool
    private var callers: [Gate.Caller] = []
    private var additions: [(asset: AssetID, client: ClientID)] = []
    private var work: Task<Void, Never>?
    private var isOver = false

    private var lastAddition = ContinuousClock.now
    /// The time without further additions before images of added assets are made, because an import takes precedence.
    private static let quietTime: Duration = .seconds(2)
    private static let pause: Duration = .milliseconds(200)

    /// The maximum number of added assets that wait for images. Further assets get none.
    private static let additionLimit = 10_000

    init(gate: Gate, maker: ImageMaker) {
        self.gate = gate
        self.maker = maker
        preparesAdditions = gate.services.settings.preparesImages
    }

    /// Adds images to a connection's list.
    ///
    /// - Throws: `limitsExceeded` if the list would become too long.
    func start(_ assets: [AssetID], as specification: ImageSpecification, for caller: Gate.Caller) throws {
        let targets = assets.map { AnnouncedImages.Target(asset: $0, specification: specification) }
        guard caller.connection.caching.add(targets) else {
            throw WireError.limitsExceeded(
                "StartCaching: at most \(AnnouncedImages.limit) images can wait; stop caching those that are not needed."
            )
        }
        if !callers.contains(where: { $0.connection === caller.connection }) { callers.append(caller) }
        wake()
    }

    func stop(_ assets: [AssetID], as specification: ImageSpecification, for connection: ClientConnection) {
        connection.caching.remove(assets.map { AnnouncedImages.Target(asset: $0, specification: specification) })
    }

    func stopAll(for connection: ClientConnection) { connection.caching = AnnouncedImages() }

    /// Prepares small images of assets that a client added, the latest first.
    func added(_ assets: [AssetID], by client: ClientID) {
        guard preparesAdditions, !assets.isEmpty else { return }
        lastAddition = .now
        additions.append(contentsOf: assets.prefix(Self.additionLimit - additions.count).map { ($0, client) })
        wake()
    }

    func end() async {
        isOver = true
        work?.cancel()
        await work?.value
    }

    private func wake() {
        guard work == nil, !isOver else { return }
        work = Task {
            // `prepareAll` throws only if it is canceled.
            try? await prepareAll()
            work = nil
        }
    }

    private func prepareAll() async throws {
        while true {
            try Task.checkCancellation()
            guard let next = next() else {
                guard !additions.isEmpty else { return }
                try await Task.sleep(for: Self.pause)
                continue
            }
            try await maker.untilIdle()
            // An image that is not prepared is made when it is requested.
            if let order = try? await order(of: next), await maker.cached([order]) == nil, !Task.isCancelled {
                // Ignores an error. A client that later requests the image gets the error.
                _ = await maker.make(
                    order, for: JobOwner(user: gate.core.user, client: next.client, keepsPlaceFree: true))
            }
        }
    }

    private struct NextImage {
        let target: AnnouncedImages.Target
        /// The connection; nil for an asset that was added.
        let caller: Gate.Caller?
        let client: ClientID
    }

    /// Removes and returns the next image. The connections take turns. Images of added assets follow when no more
    /// assets are added.
    private func next() -> NextImage? {
        while let caller = callers.first {
            callers.removeFirst()
            guard let target = caller.connection.caching.next() else { continue }
            callers.append(caller)
            return NextImage(target: target, caller: caller, client: caller.client.id)
        }
        guard ContinuousClock.now >= lastAddition + Self.quietTime, let (asset, client) = additions.popLast() else {
            return nil
        }
        let side = ImageJobInput.sideMadeAhead
        return NextImage(
            target: AnnouncedImages.Target(asset: asset, specification: .fitting(side, side)), caller: nil,
            client: client)
    }

    /// Returns nil if the asset does not exist, if the connection's client does not see it now, or if the client could
    /// not request the image.
    private func order(of next: NextImage) async throws -> ImageJobInput? {
        let (picture, limits): (PictureFile?, ContentLimits)
        if let caller = next.caller {
            guard let view = gate.view(of: caller) else { return nil }
            let found = try await gate.core.library.picture(
                of: next.target.asset, as: next.target.specification.version, visibleTo: view.visibility)
            picture = found?.isReplaced == true && !view.visibility.rights.contains(.originals) ? nil : found
            limits = view.visibility.limits
        } else {
            picture = try await gate.core.library.picture(of: next.target.asset)
            limits = ContentLimits()
        }
        let order = picture.map { ImageJobInput($0, next.target.specification, within: limits) }
        return order.flatMap { $0.room <= ImageJobInput.mostRoom ? $0 : nil }
    }
}
