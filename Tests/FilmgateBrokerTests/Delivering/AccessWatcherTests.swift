import FilmgateTestWorlds
import FilmgateWire
import Testing

@testable import FilmgateBroker

@Suite("The watch over a client's access to content", .runningLoop)
struct AccessWatcherTests {
    @Test("begins when the client has waited a while, and tells once that the access is lost")
    @BrokerActor func lost() async {
        let request = LostRequest()
        let (losses, continuation) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
        let start = ContinuousClock.now
        let watch = AccessWatcher(request) { continuation.yield(.now) }
        #expect(request.looks == 0 && !watch.isLost)
        for await end in losses {
            #expect(start.duration(to: end) >= .milliseconds(240))
            break
        }
        #expect(request.looks > 0 && watch.isLost)
        watch.end()
    }
}

/// A request for what the client may have no more.
@BrokerActor private final class LostRequest: ContentRequest {
    private(set) var looks = 0

    var accessState: AccessState {
        looks += 1
        return AccessState(view: nil, visibilityEpoch: 0)
    }

    var isAllowed: Bool {
        get async throws { false }
    }

    func response() async throws -> RequestResponse { RequestResponse(.success) }
}
