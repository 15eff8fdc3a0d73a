public import FilmgateModel
public import FilmgateSystem
import Synchronization

/// Requests JPEG images of assets from the broker, some at a time, and delivers them as they come.
///
/// Unless a request was forgotten, it gets images, of which the last one is not degraded, or a failure, which may
/// follow a degraded image. While the broker is busy, a request is made again a few times.
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

    /// A request for an image, which passes on the images that come.
    final class Attempt: Sendable {
        let asset: AssetID
        let size: Int
        private let key: Key
        private let deliver: @Sendable (Delivery) async -> Void
        private let last = Mutex(false)

        fileprivate init(_ key: Key, _ deliver: @escaping @Sendable (Delivery) async -> Void) {
            (self.key, self.deliver) = (key, deliver)
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
    }

    private struct State {
        /// In the order of the requests.
        var waiting: [Key] = []
        /// Keyed by the numbers of the requests.
        var running: [Int: RunningRequest] = [:]
        /// The waiting and running requests that are still needed.
        var wanted: Set<Key> = []
        var lastNumber = 0
    }

    private struct RunningRequest {
        let key: Key
        let task: Task<Void, Never>
    }

    /// How many requests are made at a time. The broker bounds how many a client may have.
    static let width = 24
    /// The most images that wait. The oldest fail.
    static let mostWaiting = 2000
    /// How often a request is made again while the broker is busy, each time after twice the pause.
    static let mostRetries = 5

    private let request: @Sendable (Attempt) async throws -> Void
    private let pause: Duration
    private let deliver: @Sendable (Delivery) async -> Void
    private let state = Mutex(State())

    /// - Parameter deliver: is called for each image, with one delivery after the other.
    public convenience init(from library: PhotoLibrary, deliver: @escaping @Sendable (Delivery) async -> Void) {
        self.init(
            requesting: { attempt in
                let side = UInt32(clamping: attempt.size)
                for try await image in library.image(for: attempt.asset, fitting: side) {
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
            for running in state.running.values where forgotten.contains(running.key) { running.task.cancel() }
        }
    }

    public func forgetAll() {
        state.withLock { state in
            (state.waiting, state.wanted) = ([], [])
            for running in state.running.values { running.task.cancel() }
        }
    }

    /// Starts requests. One that was forgotten counts until it has ended.
    private func fill(_ state: inout State) {
        while state.running.count < Self.width, !state.waiting.isEmpty {
            let key = state.waiting.removeFirst()
            state.lastNumber += 1
            let number = state.lastNumber
            let task = Task {
                await run(key)
                ended(number, key)
            }
            state.running[number] = RunningRequest(key: key, task: task)
        }
    }

    private func ended(_ number: Int, _ key: Key) {
        state.withLock { state in
            let isForgotten = state.running.removeValue(forKey: number)?.task.isCancelled ?? true
            if !isForgotten { state.wanted.remove(key) }
            fill(&state)
        }
    }

    private func run(_ key: Key) async {
        var (pause, retries) = (pause, 0)
        while true {
            let failure = await attempt(key)
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
    private func attempt(_ key: Key) async -> String? {
        let attempt = Attempt(key, deliver)
        do { try await request(attempt) } catch {
            return imageFailure(error)
        }
        return attempt.isComplete ? nil : "unavailable"
    }
}
