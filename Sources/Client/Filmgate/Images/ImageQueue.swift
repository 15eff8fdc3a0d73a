public import FilmgateModel
public import FilmgateSystem
import Synchronization

/// A queue that requests JPEG images of assets from the broker, several at a time, and delivers each when it arrives.
///
/// The queue delivers images of an asset until `forget` or until the last delivery, which is a full-quality image or a
/// failure. While the broker is busy, the queue repeats a request a few times.
///
/// For an image that is larger than the images that the broker prepares in advance, the queue makes two requests. The
/// first request gets an image that the broker has or can make fast. The second request gets the full-quality image.
/// First requests have priority over all second requests.
public final class ImageQueue: Sendable {
    // Compiler fault: 2
    /// The result of an image request.
    public final class Delivery: Sendable {
        public enum Content: Sendable {
            /// A JPEG. After a degraded image, a better image or a failure follows.
            case image(OwnedDescriptor, isDegraded: Bool)
            /// A keyword for the reason why there is no image.
            case failure(String)
        }

        public let asset: AssetID
        /// The maximum length of the longer side, in pixels.
        public let size: Int
        public let content: Content

        fileprivate init(_ key: Key, _ content: Content) {
            (asset, size, self.content) = (key.asset, key.size, content)
        }
    }

    /// A request to the broker for an image, which delivers the images as they arrive.
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

        /// Whether the final image has arrived.
        fileprivate var isComplete: Bool { last.withLock(\.self) }

        func receive(_ content: OwnedDescriptor, isDegraded: Bool) async {
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
        /// The images that wait for their first request, in the order in which they were requested.
        var waiting: [Key] = []
        /// The large images that wait for their second request, in the order in which their first requests ended.
        var waitingForRest: [Key] = []
        /// The running requests, by number.
        var running: [Int: RunningRequest] = [:]
        /// The images that were requested, but not completely delivered yet.
        var wanted: Set<Key> = []
        var lastNumber = 0
    }

    private struct RunningRequest {
        let key: Key
        /// Whether this is the second request for a large image.
        let isRest: Bool
        let task: Task<Void, Never>
    }

    /// The maximum number of running requests, because the broker limits the requests of a client.
    static let width = 24
    /// The maximum number of running second requests.
    static let widthOfRest = 16
    /// The maximum length of the longer side of images that the broker prepares in advance, in pixels.
    static let preparedSize = 256
    /// The maximum number of waiting images. If there are more, the oldest ones fail.
    static let mostWaiting = 2000
    /// The maximum number of retries while the broker is busy. The pause before each retry is twice the previous one.
    static let mostRetries = 5

    private let request: @Sendable (Attempt) async throws -> Void
    private let pause: Duration
    private let deliver: @Sendable (Delivery) async -> Void
    private let state = Mutex(State())

    /// - Parameter deliver: called for each delivery; calls for different images can run concurrently.
    public convenience init(from library: PhotoLibrary, deliver: @escaping @Sendable (Delivery) async -> Void) {
        self.init(
            requesting: { attempt in
                let side = UInt32(clamping: attempt.size)
                for try await image in library.image(for: attempt.asset, fitting: side, delivery: attempt.delivery) {
                    await attempt.receive(image.content, isDegraded: image.isDegraded)
                }
            }, deliver: deliver)
    }

    /// - Parameter pause: the time before the first retry of a request.
    init(
        requesting request: @escaping @Sendable (Attempt) async throws -> Void, pause: Duration = .milliseconds(200),
        deliver: @escaping @Sendable (Delivery) async -> Void
    ) {
        self.request = request
        self.pause = pause
        self.deliver = deliver
    }

    /// Requests images, except for images that are already requested.
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

    /// Cancels the requests for images that have not been completely delivered.
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

    /// Starts requests up to the limits. A cancelled request counts until it has ended.
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

    /// Removes and returns the next waiting request.
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

    /// Runs a request. The first request for a large image asks for an image that the broker has or can make fast.
    ///
    /// - Returns: false if the image needs a second request.
    private func run(_ key: Key, isRest: Bool) async -> Bool {
        // If this request fails, the second request reports the reason.
        if key.isLarge, !isRest { return await attempt(key, .fast) == nil }
        await requestAll(key, isRest ? .highQuality : .opportunistic)
        return true
    }

    /// Repeats a request until it succeeds or fails permanently. Delivers a permanent failure.
    private func requestAll(_ key: Key, _ delivery: ImageDelivery) async {
        var (pause, retries) = (pause, 0)
        while true {
            let failure = await attempt(key, delivery)
            guard !Task.isCancelled, let failure else { return }
            guard failure == "busy", retries < Self.mostRetries else {
                return await deliver(Delivery(key, .failure(failure)))
            }
            guard (try? await Task.sleep(for: pause)) != nil else { return }  // Throws only if the task is cancelled.
            (pause, retries) = (pause * 2, retries + 1)
        }
    }

    /// Makes one request.
    ///
    /// - Returns: a keyword for the reason why the final image did not arrive; nil if the image arrived.
    private func attempt(_ key: Key, _ delivery: ImageDelivery) async -> String? {
        let attempt = Attempt(key, delivery, deliver)
        do { try await request(attempt) } catch {
            return imageFailure(error)
        }
        return attempt.isComplete ? nil : "unavailable"
    }
}
