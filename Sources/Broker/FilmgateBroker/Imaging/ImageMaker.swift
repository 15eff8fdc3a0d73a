import FilmgateDBus
import FilmgateModel
import FilmgateStore
import FilmgateSystem
import FilmgateWorkers

/// Makes images in workers, each once for all clients that wait for it, and keeps them in the cache.
@BrokerActor final class ImageMaker {
    private let library: Library
    private let workers: WorkerPool
    /// The images that clients have open.
    private let held: HeldContent
    private var jobs: [ImageOrder: ImageJob] = [:]
    private var missingDegraded = MissingDegradedImages()
    private var hasNotedFailure = false
    private static let idleInterval: Duration = .milliseconds(50)

    init(of library: Library, by workers: WorkerPool, in held: HeldContent) {
        self.library = library
        self.held = held
        self.workers = workers
    }

    /// Returns the first of these images of one picture that was made before.
    func cached(_ orders: [ImageOrder]) async -> CachedImage? {
        guard let picture = orders.first?.picture else { return nil }
        do { return try await library.cachedImage(of: picture, as: orders.map(\.specification)) } catch {
            noteFailure(error)
            return nil
        }
    }

    /// Returns the first of these images of one picture that was made before, for a client.
    ///
    /// The owner's tools get the file itself. Others get a copy, which is like the images that are made: that an image was made before, and
    /// when, would tell what others looked at.
    ///
    /// - Throws: `limitsExceeded` if the client has too many open.
    func cached(_ orders: [ImageOrder], for client: Client) async throws -> CachedImage? {
        guard let image = await cached(orders) else { return nil }
        guard client.isOwnersTool else { return try await copy(of: image, for: client.id) }
        return image.with(content: try held.cached.lend(image.content, to: client.id))
    }

    /// Copies an image to memory of a client's own: what a client does to its file must not reach others. The room was reserved when the
    /// image was asked for, whether it was made before or not.
    private func copy(of image: CachedImage, for client: ClientID) async throws -> CachedImage {
        let content: OwnedDescriptor
        if try image.content.facts().size <= Self.quickCopy {
            content = try image.content.sealedCopy(named: "image")
        } else {
            content = try await offload { try image.content.sealedCopy(named: "image") }
        }
        return image.with(content: try held.memory.give(content, to: client))
    }

    /// Images of so many bytes are copied on the event loop, which takes less time than a change of threads: they are in memory, because
    /// they were just made, or their hashes were just compared.
    private static let quickCopy: UInt64 = 64 << 10

    /// Returns an image that is less than what was ordered and ready sooner: for the owner's tools a smaller one from the cache, for all
    /// clients one of a picture in the file that is decoded faster.
    ///
    /// - Parameter showsEmbedded: whether pictures that the file holds beside its own, such as its thumbnail, may be shown.
    /// - Throws: `limitsExceeded` if the client has too many open, `JobRefusal`, and failures.
    func degraded(
        _ order: ImageOrder, for client: Client, _ owner: JobOwner, showsEmbedded: Bool
    ) async throws -> CachedImage? {
        // If the client has too many of these open, it can still get one in memory.
        if client.isOwnersTool, let image = try? await cached(order.smaller, for: client) { return image }
        guard order.isSlow else { return nil }
        // What is kept is found by what decides what is shown, so that it is the same as one that is made.
        let source: DegradedSource = showsEmbedded ? .embedded : .own
        guard !missingDegraded.contains(order, source) else { return nil }
        if let image = await cachedDegraded(order, source) { return try await copy(of: image, for: owner.client) }
        let content = try await library.content(of: order.picture)
        let degraded = LoopContinuation<Result<WorkerImage?, JobRefusal>>(on: BrokerActor.loop)
        let job = workers.renderDegraded(
            content, as: order.specification, showsEmbedded: showsEmbedded, room: order.room, for: owner
        ) { degraded.end(with: $0) }
        let result = await withTaskCancellationHandler {
            await degraded.outcome()
        } onCancel: {
            job.cancel()
        }
        guard let found = try result.get() else {
            missingDegraded.insert(order, source)
            return nil
        }
        let image = CachedImage(content: found.content, pixelWidth: found.pixelWidth, pixelHeight: found.pixelHeight)
        keep(image, order, degraded: source)
        return image.with(content: try held.memory.give(image.content, to: owner.client))
    }

    private func cachedDegraded(_ order: ImageOrder, _ source: DegradedSource) async -> CachedImage? {
        do {
            return try await library.cachedImage(of: order.picture, as: [order.specification], degraded: source)
        } catch {
            noteFailure(error)
            return nil
        }
    }

    /// Waits for an image. If the task is cancelled and nobody else waits for the image, its worker stops.
    ///
    /// - Parameter owner: counts as the one that the image is made for, if it is the first that asks for it.
    func make(_ order: ImageOrder, for owner: JobOwner) async -> ImageJob.Result {
        let job = jobs[order] ?? begin(order, for: owner)
        let (number, image) = job.enter()
        let result = await withTaskCancellationHandler {
            await image.outcome()
        } onCancel: {
            BrokerActor.perform { [self] in
                job.leave(number)
                if job.isAbandoned, jobs[order] === job { jobs[order] = nil }
            }
        }
        guard number > 1, case .success(let image) = result else { return result }
        do { return .success(try await copy(of: image, for: owner.client)) } catch { return .failure(error) }
    }

    /// Waits until no image is being made and no file is being read.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func untilIdle() async throws {
        while !jobs.isEmpty || !workers.isIdle { try await Task.sleep(for: Self.idleInterval) }
    }

    private func begin(_ order: ImageOrder, for owner: JobOwner) -> ImageJob {
        let job = ImageJob(for: owner.client)
        jobs[order] = job
        Task {
            let content: OwnedDescriptor
            do { content = try await library.content(of: order.picture) } catch {
                return finish(order, job, .failure(error))
            }
            guard !job.isAbandoned else { return }
            job.rendering = workers.render(
                content, as: order.specification, takesDamaged: order.picture.isDamaged, room: order.room, for: owner
            ) { result in
                BrokerActor.perform { [self] in finish(order, job, result.mapError { $0 }) }
            }
        }
        return job
    }

    private func finish(_ order: ImageOrder, _ job: ImageJob, _ result: Swift.Result<WorkerImage, any Error>) {
        if jobs[order] === job { jobs[order] = nil }
        let result = result.map {
            CachedImage(content: $0.content, pixelWidth: $0.pixelWidth, pixelHeight: $0.pixelHeight)
        }
        job.end(with: result)
        guard case .success(let image) = result else { return }
        // Without a descriptor more for this process, it is not counted.
        try? held.memory.note(image.content, of: job.client)
        keep(image, order)
    }

    /// - Parameter source: what a degraded image was made of; nil for the image itself.
    private func keep(_ image: CachedImage, _ order: ImageOrder, degraded source: DegradedSource? = nil) {
        Task {
            do {
                try await library.cache(image, of: order.picture, as: order.specification, degraded: source)
            } catch {
                noteFailure(error)
            }
        }
    }

    /// Without its cache the library goes on, so that only the first failure is written to the journal.
    private func noteFailure(_ error: any Error) {
        guard !hasNotedFailure, !(error is CancellationError) else { return }
        hasNotedFailure = true
        Journal.write(.warning, "The cache of images cannot be used: \(error)")
    }
}

/// The images for which there is no degraded one, as far as they are remembered: until there are too many, and then none is.
private struct MissingDegradedImages {
    private struct Key: Hashable {
        let order: ImageOrder
        let source: DegradedSource
    }

    private var keys: Set<Key> = []
    private static let limit = 4_096

    func contains(_ order: ImageOrder, _ source: DegradedSource) -> Bool {
        keys.contains(Key(order: order, source: source))
    }

    mutating func insert(_ order: ImageOrder, _ source: DegradedSource) {
        if keys.count >= MissingDegradedImages.limit { keys = [] }
        keys.insert(Key(order: order, source: source))
    }
}

/// An image that is being made, and those that wait for it.
@BrokerActor final class ImageJob {
    typealias Result = Swift.Result<CachedImage, any Error>

    /// The client that asked for it first.
    let client: ClientID
    var rendering: RenderingJob?
    private var waiting: [Int: LoopContinuation<Result>] = [:]
    private var lastNumber = 0

    init(for client: ClientID) { self.client = client }

    /// Whether nobody waits any more.
    var isAbandoned: Bool { waiting.isEmpty }

    /// - Returns: the number of the one that waits, from 1.
    func enter() -> (Int, LoopContinuation<Result>) {
        let image = LoopContinuation<Result>(on: BrokerActor.loop)
        lastNumber += 1
        waiting[lastNumber] = image
        return (lastNumber, image)
    }

    func leave(_ number: Int) {
        waiting.removeValue(forKey: number)?.end(with: .failure(CancellationError()))
        if isAbandoned { rendering?.cancel() }
    }

    /// Gives each that waits the image, with a position of its own in the file.
    func end(with result: Result) {
        let ended = waiting.values
        waiting = [:]
        for image in ended {
            image.end(
                with: result.flatMap { made in
                    Result { made.with(content: try made.content.reopenedReadOnly()) }
                })
        }
    }
}
