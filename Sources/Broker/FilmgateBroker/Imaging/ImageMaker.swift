import FilmgateDBus
import FilmgateModel
import FilmgateStore
import FilmgateSystem
import FilmgateWire
import FilmgateWorkers

/// Makes images in workers, once for all clients that wait for the same image, and stores them in the cache.
@BrokerActor final class ImageMaker {
    private let library: Library
    private let workers: WorkerPool
    /// The images that clients have open.
    private let held: LibraryClientFiles
    private var jobs: [ImageJobInput: ImageJob] = [:]
    /// The orders for which a source yields no degraded image.
    private var missingDegraded = BoundedSet<DegradedKey>()
    private var hasNotedFailure = false
    private static let idleInterval: Duration = .milliseconds(50)

    private struct DegradedKey: Hashable {
        let order: ImageJobInput
        let source: DegradedSource
    }

    init(of library: Library, by workers: WorkerPool, in held: LibraryClientFiles) {
        self.library = library
        self.held = held
        self.workers = workers
    }

    /// Returns the cached image of the first order that has one. All orders must be for the same picture.
    func cached(_ orders: [ImageJobInput]) async -> EncodedImage? {
        guard let picture = orders.first?.picture else { return nil }
        do { return try await library.cachedImage(of: picture, as: orders.map(\.specification)) } catch {
            noteFailure(error)
            return nil
        }
    }

    /// Returns, as a file for a client, the cached image of the first order that has one.
    ///
    /// The owner's tools get the cached file itself. Other clients get a copy that looks like a newly made image,
    /// because a cached image would reveal that another client has viewed the picture.
    /// - Throws: `limitsExceeded` if an owner's tool has too many images open, and an error of copying the image.
    func cached(_ orders: [ImageJobInput], for client: Client) async throws -> EncodedImage? {
        guard let image = await cached(orders) else { return nil }
        guard client.isOwnersTool else { return try await copy(of: image, for: client.id) }
        return image.with(content: try held.cached.lend(image.content, to: client.id))
    }

    /// Copies an image to a new memory file, so that no two clients share a file. The space was reserved with the
    /// request, even if the image is cached.
    private func copy(of image: EncodedImage, for client: ClientID) async throws -> EncodedImage {
        let content: OwnedDescriptor
        if try image.content.facts().size <= Self.quickCopy {
            content = try image.content.sealedCopy(named: "image")
        } else {
            content = try await offload { try image.content.sealedCopy(named: "image") }
        }
        return image.with(content: try held.memory.give(content, to: client))
    }

    /// The size up to which images are copied on the event loop, which is faster than switching threads. Reading them
    /// does not wait for the disk, because they were just made or hashed.
    private static let quickCopy: UInt64 = 64 << 10

    /// Returns an image of lower quality that is ready sooner, or nil. For the owner's tools, it can be a smaller
    /// cached image. For all clients, it can be made from a smaller picture in the file, or from a part of the main
    /// picture.
    ///
    /// - Parameter showsEmbedded: whether other pictures in the file, such as its thumbnail, may be shown.
    /// - Throws: `JobRefusal`, an error of the store, and an error of copying the image.
    func degraded(
        _ order: ImageJobInput, for client: Client, _ owner: JobOwner, showsEmbedded: Bool
    ) async throws -> EncodedImage? {
        if client.isOwnersTool {
            do {
                if let image = try await cached(order.smaller, for: client) { return image }
            } catch WireError.limitsExceeded {
                // The client has too many cached images open, but it can still get an image in memory.
            }
        }
        guard order.isSlow else { return nil }
        // The cache's key determines the image completely, so a cached image equals a newly made one.
        let source: DegradedSource = showsEmbedded ? .embedded : .own
        let key = DegradedKey(order: order, source: source)
        guard !missingDegraded.contains(key) else { return nil }
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
            missingDegraded.insert(key)
            return nil
        }
        let image = EncodedImage(content: found.content, pixelWidth: found.pixelWidth, pixelHeight: found.pixelHeight)
        keep(image, order, degraded: source)
        return image.with(content: try held.memory.give(image.content, to: owner.client))
    }

    private func cachedDegraded(_ order: ImageJobInput, _ source: DegradedSource) async -> EncodedImage? {
        do {
            return try await library.cachedImage(of: order.picture, as: [order.specification], degraded: source)
        } catch {
            noteFailure(error)
            return nil
        }
    }

    /// Makes an image, or waits for it if it is being made. The worker stops if all waiting tasks are canceled.
    ///
    /// - Parameter owner: the requester. The image counts toward the limits of the client that requested it first.
    func make(_ order: ImageJobInput, for owner: JobOwner) async -> ImageJob.Result {
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

    /// Waits until no image is being made, and workers have no jobs except conversions of videos.
    ///
    /// - Throws: `CancellationError` if the task is canceled.
    func untilIdle() async throws {
        while !jobs.isEmpty || !workers.isIdle { try await Task.sleep(for: Self.idleInterval) }
    }

    private func begin(_ order: ImageJobInput, for owner: JobOwner) -> ImageJob {
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

    private func finish(_ order: ImageJobInput, _ job: ImageJob, _ result: Swift.Result<WorkerImage, any Error>) {
        if jobs[order] === job { jobs[order] = nil }
        let result = result.map {
            EncodedImage(content: $0.content, pixelWidth: $0.pixelWidth, pixelHeight: $0.pixelHeight)
        }
        job.end(with: result)
        guard case .success(let image) = result else { return }
        // If this process has no descriptor left, the image is not counted.
        try? held.memory.note(image.content, of: job.client)
        keep(image, order)
    }

    /// - Parameter source: the source of a degraded image; nil for the full image.
    private func keep(_ image: EncodedImage, _ order: ImageJobInput, degraded source: DegradedSource? = nil) {
        Task {
            do {
                try await library.cache(image, of: order.picture, as: order.specification, degraded: source)
            } catch {
                noteFailure(error)
            }
        }
    }

    /// Writes only the first error to the journal, because the library works without its cache.
    private func noteFailure(_ error: any Error) {
        guard !hasNotedFailure, !(error is CancellationError) else { return }
        hasNotedFailure = true
        Journal.write(.warning, "The cache of images cannot be used: \(error)")
    }
}

/// An image that is being made, and the tasks that wait for it.
@BrokerActor final class ImageJob {
    typealias Result = Swift.Result<EncodedImage, any Error>

    /// The client that requested the image first.
    let client: ClientID
    var rendering: RenderingJob?
    private var waiting: [Int: LoopContinuation<Result>] = [:]
    private var lastNumber = 0

    init(for client: ClientID) { self.client = client }

    var isAbandoned: Bool { waiting.isEmpty }

    /// - Returns: the number of the waiting task, from 1.
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

    /// Gives the result to each waiting task. Each task gets a descriptor with its own file position.
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
