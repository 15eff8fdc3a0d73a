import FilmgateModel
import FilmgateSystem
import Synchronization
import Testing

@testable import Filmgate

@Suite("A queue of images")
struct ImageQueueTests {
    static let assets = (0..<60).map { _ in AssetID.random() }

    /// A fake broker: takes one step for each attempt at an asset, in order; after the last step it delivers.
    private final class Broker: Sendable {
        enum Step: Sendable {
            case busy, limit, damaged
            case degraded
            case degradedThenBusy
        }

        private let steps: Mutex<[AssetID: [Step]]>
        private let running = Mutex((now: 0, most: 0, attempts: 0))
        /// How each image was requested, in the order of the requests.
        let requested = Mutex<[ImageDelivery]>([])

        init(_ steps: [AssetID: [Step]] = [:]) { self.steps = Mutex(steps) }

        var most: Int { running.withLock(\.most) }
        var attempts: Int { running.withLock(\.attempts) }

        func request(_ attempt: ImageQueue.Attempt) async throws {
            running.withLock { running in
                running.now += 1
                running.attempts += 1
                running.most = max(running.most, running.now)
            }
            defer { running.withLock { $0.now -= 1 } }
            requested.withLock { $0.append(attempt.delivery) }
            await Task.yield()
            try Task.checkCancellation()
            let step = steps.withLock { steps -> Step? in
                guard let step = steps[attempt.asset]?.first else { return nil }
                steps[attempt.asset]?.removeFirst()
                return step
            }
            switch step {
            case .busy: throw PhotoLibraryError.busy("…")
            case .limit: throw PhotoLibraryError.limitsExceeded("…")
            case .damaged: throw PhotoLibraryError.invalidContent("…")
            case .degraded: await attempt.receive(try Self.content(), isDegraded: true)
            case .degradedThenBusy:
                await attempt.receive(try Self.content(), isDegraded: true)
                throw PhotoLibraryError.busy("…")
            case nil: await attempt.receive(try Self.content(), isDegraded: false)
            }
        }

        static func content() throws -> OwnedDescriptor { try .sealedMemory(named: "image", holding: [1]) }
    }

    /// Requests images, and returns the deliveries for each asset when all are answered.
    private func deliveries(
        of assets: [AssetID], size: Int = 256, from broker: Broker
    ) async -> [AssetID: [String]] {
        let (stream, continuation) = AsyncStream.makeStream(of: (AssetID, String).self)
        let queue = ImageQueue(requesting: { try await broker.request($0) }, pause: .milliseconds(1)) {
            delivery in
            switch delivery.content {
            case .image(_, let isDegraded): continuation.yield((delivery.asset, isDegraded ? "degraded" : "image"))
            case .failure(let reason): continuation.yield((delivery.asset, reason))
            }
        }
        queue.want(assets, size: size)
        queue.want(assets, size: size)
        var came: [AssetID: [String]] = [:]
        var answered: Set<AssetID> = []
        for await (asset, word) in stream {
            came[asset, default: []].append(word)
            if word != "degraded" { answered.insert(asset) }
            if answered.count == assets.count { break }
        }
        return came
    }

    @Test("delivers each image once, some at a time", .timeLimit(.minutes(1)))
    func all() async {
        let broker = Broker()
        let came = await deliveries(of: Self.assets, from: broker)
        #expect(came.count == 60 && came.values.allSatisfy { $0 == ["image"] })
        #expect(broker.attempts == 60 && broker.most <= ImageQueue.width)
    }

    @Test(
        "gets what the broker has of every large image before it waits for one of them, and a failure once",
        .timeLimit(.minutes(1)))
    func large() async {
        let broker = Broker(
            Dictionary(uniqueKeysWithValues: Self.assets.dropFirst(2).map { ($0, [.degraded]) })
                .merging([Self.assets[0]: [.damaged, .damaged]]) { $1 })
        let came = await deliveries(of: Self.assets, size: 512, from: broker)
        #expect(came[Self.assets[0]] == ["damaged"])
        #expect(came[Self.assets[1]] == ["image"], "the first request got the image itself")
        #expect(Self.assets.dropFirst(2).allSatisfy { came[$0] == ["degraded", "image"] }, "\(came)")
        let requested = broker.requested.withLock(\.self)
        #expect(requested.prefix(60 - ImageQueue.width).allSatisfy { $0 == .fast })
        #expect(requested.count { $0 == .fast } == 60 && requested.count { $0 == .highQuality } == 59)
    }

    @Test("asks again while the broker is busy, and gives up in the end", .timeLimit(.minutes(1)))
    func busy() async {
        let (short, mixed, long) = (Self.assets[0], Self.assets[1], Self.assets[2])
        let broker = Broker([
            short: [.busy, .busy], mixed: [.limit, .degradedThenBusy],
            long: Array(repeating: .busy, count: ImageQueue.mostRetries + 1),
        ])
        let came = await deliveries(of: [short, mixed, long], from: broker)
        #expect(came == [short: ["image"], mixed: ["degraded", "image"], long: ["busy"]])
        #expect(broker.attempts == 3 + 3 + ImageQueue.mostRetries + 1)
    }

    @Test("says that there is no image, also after a degraded one", .timeLimit(.minutes(1)))
    func failures() async {
        let broker = Broker([Self.assets[0]: [.damaged], Self.assets[1]: [.degraded]])
        let came = await deliveries(of: Array(Self.assets.prefix(2)), from: broker)
        #expect(came == [Self.assets[0]: ["damaged"], Self.assets[1]: ["degraded", "unavailable"]])
    }

    @Test("delivers nothing that was forgotten", .timeLimit(.minutes(1)))
    func forgotten() async {
        let broker = Broker()
        let (stream, continuation) = AsyncStream.makeStream(of: AssetID.self)
        let queue = ImageQueue(requesting: { try await broker.request($0) }, pause: .milliseconds(1)) { delivery in
            continuation.yield(delivery.asset)
        }
        queue.want(Array(Self.assets.dropLast()), size: 256)
        queue.forget(Array(Self.assets.dropLast().suffix(20)), size: 256)
        let last = Self.assets[59]
        queue.want([last], size: 256)
        var came: Set<AssetID> = []
        for await asset in stream {
            came.insert(asset)
            if asset == last { break }
        }
        #expect(came.isDisjoint(with: Self.assets.dropLast().suffix(20)))
    }

    @Test("says in a word why there is no image")
    func words() {
        #expect(imageFailure(PhotoLibraryError.invalidContent("…")) == "damaged")
        #expect(imageFailure(PhotoLibraryError.notFound("…")) == "gone")
        #expect(imageFailure(CancellationError()) == "unavailable")
    }
}
