public import FilmgateModel
public import FilmgateSystem
import Synchronization

/// Requests JPEG images of assets from the broker, some at a time, and delivers them as they come.
///
/// A request that is still needed gets images, the last of which is not degraded, or a failure, which may follow a
/// degraded image. While the broker is busy, a request is made again a few times.
///
/// Images that are larger than those that the broker makes ahead are requested twice. The first request, for an image
/// that the broker has or makes fast, takes precedence over all larger images that wait. The second one is for the
/// image itself.
public final class ImageQueue: Sendable {
    // Compiler fault: 2
    /// The result of an image request.
    public final class Delivery: Sendable {
        public enum Content: Sendable {
            /// A JPEG; a better one, or a failure, follows if it is degraded.
            case image(OwnedDescriptor, isDegraded: Bool)
            /// The reason, as a word, why there is no image.
            case failure(String)
        }

        public let asset: AssetID
        /// How many pixels the longer side has at most.
        public let size: Int
        public let content: Content

        fileprivate init(_ key: Key, _ content: Content) {
            (asset, size, self.content) = (key.asset, key.size, content)
        }
    }

    /// One request to the broker for an image, which delivers the images as they arrive.
    final class Attempt: Sendable {
        let asset: AssetID
        let size: Int
        let delivery: ImageDelivery
        private let key: Key
        private let deliver: @Sendable (Delivery) async -> Void
        private let last = Mutex(false)

        fileprivate init(
            _ key: Key, _ delivery: ImageDelivery, _ deliver: @escaping @Sendable (Delivery) async -> Void
        ) {
            (self.key, self.delivery, self.deliver) = (key, delivery, deliver)
            (asset, size) = (key.asset, key.size)
        }

        /// Whether the final image has come.
        fileprivate var isComplete: Bool { last.withLock(\.self) }

        func came(_ content: OwnedDescriptor, isDegraded: Bool) async {
            guard !Task.isCancelled else { return }
            last.withLock { $0 = !isDegraded }
            await deliver(Delivery(key, .image(content, isDegraded: isDegraded)))
        }
    }

    fileprivate struct Key: Hashable {
        let asset: AssetID
        let size: Int

        var isLarge: Bool { size > ImageQueue.preparedSize }
    }

    private struct State {
        /// In the order of the requests.
        var waiting: [Key] = []
        /// The large images whose first delivery has come or failed, in the order of the requests.
        var waitingForRest: [Key] = []
        /// Keyed by the numbers of the requests.
        var running: [Int: RunningRequest] = [:]
        /// The waiting and running requests that are still needed.
        var wanted: Set<Key> = []
        var lastNumber = 0
    }

    private struct RunningRequest {
        let key: Key
        /// Whether a large image was requested for the second time.
        let isRest: Bool
        let task: Task<Void, Never>
    }

    /// How many requests are made at a time. The broker bounds how many a client may have.
    static let width = 24
    /// How many of them may be second requests for large images.
    static let widthOfRest = 16
    /// The size of the images that the broker makes ahead.
    static let preparedSize = 256
    /// The most images that wait. The oldest fail.
    static let mostWaiting = 2000
    /// How often a request is made again while the broker is busy, each time after a pause twice as long.
    static let mostRetries = 5

    private let request: @Sendable (Attempt) async throws -> Void
    private let pause: Duration
    private let deliver: @Sendable (Delivery) async -> Void
    private let state = Mutex(State())

    /// - Parameter deliver: called for each image, never for two at the same time.
    public convenience init(from library: PhotoLibrary, deliver: @escaping @Sendable (Delivery) async -> Void) {
        self.init(
            requesting: { attempt in
                let side = UInt32(clamping: attempt.size)
                for try await image in library.image(for: attempt.asset, fitting: side, delivery: attempt.delivery) {
                    await attempt.came(image.content, isDegraded: image.isDegraded)
                }
            }, deliver: deliver)
    }

    /// - Parameter pause: before a request is made again for the first time.
    init(
        requesting request: @escaping @Sendable (Attempt) async throws -> Void, pause: Duration = .milliseconds(200),
        deliver: @escaping @Sendable (Delivery) async -> Void
    ) {
        self.request = request
        self.pause = pause
        self.deliver = deliver
    }

    /// Requests images. The same image is not requested twice at the same time.
    public func want(_ assets: [AssetID], size: Int) {
        let dropped = state.withLock { state in
            for asset in assets {
                let key = Key(asset: asset, size: size)
                if state.wanted.insert(key).inserted { state.waiting.append(key) }
            }
            let dropped = Array(state.waiting.prefix(max(0, state.waiting.count - Self.mostWaiting)))
            state.waiting.removeFirst(dropped.count)
            state.wanted.subtract(dropped)
            fill(&state)
            return dropped
        }
        guard !dropped.isEmpty else { return }
        Task {
            for key in dropped { await deliver(Delivery(key, .failure("busy"))) }
        }
    }

    /// Images that have not been delivered yet are no longer needed.
    public func forget(_ assets: [AssetID], size: Int) {
        let forgotten = Set(assets.map { Key(asset: $0, size: size) })
        state.withLock { state in
            state.wanted.subtract(forgotten)
            state.waiting.removeAll { forgotten.contains($0) }
            state.waitingForRest.removeAll { forgotten.contains($0) }
            for running in state.running.values where forgotten.contains(running.key) { running.task.cancel() }
        }
    }

    public func forgetAll() {
        state.withLock { state in
            (state.waiting, state.waitingForRest, state.wanted) = ([], [], [])
            for running in state.running.values { running.task.cancel() }
        }
    }

    /// Starts requests. A running request that is no longer needed counts until it has ended.
    private func fill(_ state: inout State) {
        while state.running.count < Self.width, let (key, isRest) = next(&state) {
            state.lastNumber += 1
            let number = state.lastNumber
            let task = Task {
                let isComplete = await run(key, isRest: isRest)
                ended(number, key, isComplete: isComplete)
            }
            state.running[number] = RunningRequest(key: key, isRest: isRest, task: task)
        }
    }

    /// Takes the next request from those that wait.
    private func next(_ state: inout State) -> (key: Key, isRest: Bool)? {
        if !state.waiting.isEmpty { return (state.waiting.removeFirst(), false) }
        guard !state.waitingForRest.isEmpty,
            state.running.values.count(where: \.isRest) < Self.widthOfRest
        else { return nil }
        return (state.waitingForRest.removeFirst(), true)
    }

    private func ended(_ number: Int, _ key: Key, isComplete: Bool) {
        state.withLock { state in
            let isForgotten = state.running.removeValue(forKey: number)?.task.isCancelled ?? true
            if !isForgotten {
                if isComplete { state.wanted.remove(key) } else { state.waitingForRest.append(key) }
            }
            fill(&state)
        }
    }

    /// Carries out a request: for a large image first what the broker has or makes fast.
    ///
    /// - Returns: whether this was the last delivery.
    private func run(_ key: Key, isRest: Bool) async -> Bool {
        // If it fails, the second request says why.
        if key.isLarge, !isRest { return await attempt(key, .fast) == nil }
        await requestAll(key, isRest ? .highQuality : .opportunistic)
        return true
    }

    /// Makes a request until it succeeds or fails for good, and delivers a failure.
    private func requestAll(_ key: Key, _ delivery: ImageDelivery) async {
        var (pause, retries) = (pause, 0)
        while true {
            let failure = await attempt(key, delivery)
            guard !Task.isCancelled, let failure else { return }
            guard failure == "busy", retries < Self.mostRetries else {
                return await deliver(Delivery(key, .failure(failure)))
            }
            guard (try? await Task.sleep(for: pause)) != nil else { return }  // It throws only if it is cancelled.
            (pause, retries) = (pause * 2, retries + 1)
        }
    }

    /// Makes one request.
    ///
    /// - Returns: a word for the reason why the final image did not come; nil if it came.
    private func attempt(_ key: Key, _ delivery: ImageDelivery) async -> String? {
        let attempt = Attempt(key, delivery, deliver)
        do { try await request(attempt) } catch {
            return imageFailure(error)
        }
        return attempt.isComplete ? nil : "unavailable"
    }
}
