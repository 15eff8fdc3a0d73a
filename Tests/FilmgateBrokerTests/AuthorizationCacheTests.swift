import FilmgateTestWorlds
import FilmgateDBus
import FilmgatePolicy
import Synchronization
import Testing

@testable import FilmgateBroker

@Suite("What the authority is asked", .runningLoop, .timeLimit(.minutes(30)))
struct AuthorizationCacheTests {
    /// An authority that answers the first question with no when the test says so, and all others at once with yes.
    private final class Asked: Authority {
        private let count = Mutex(0)
        private let (questions, asked) = AsyncStream<Void>.makeStream()
        private let (answers, answered) = AsyncStream<Void>.makeStream()

        var total: Int { count.withLock { $0 } }

        func answer(to question: AuthorityQuestion) async -> AuthorityAnswer {
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number == 1 else { return .authorized }
            asked.yield()
            for await _ in answers { break }
            return .denied
        }

        func isAsked() async { for await _ in questions { return } }

        func refuse() { answered.yield() }
    }

    @Test("a refused caller does not cancel a question that was asked after its own")
    func newer() async throws {
        // The order of the callers is not defined, so this is tried often.
        for _ in 0..<100 {
            let authority = Asked()
            let (cache, connection) = await (AuthorizationCache(authority), ClientConnection(":1.7"))
            // Both wait for one answer, and ask again as soon as they have it, one before the other.
            let first = Task { await cache.askTwice(for: connection) }
            await authority.isAsked()
            let second = Task { await cache.askTwice(for: connection) }
            await cache.letOthersRun()
            authority.refuse()
            await first.value
            await second.value
            #expect(authority.total == 2)
        }
    }
}

extension AuthorizationCache {
    private nonisolated static let question = AuthorityQuestion(
        action: .useOwnLibrary, subject: BusName(":1.7"), allowsInteraction: false, user: 1000, client: "", level: "",
        change: { _ in "" })

    fileprivate func ask(for connection: ClientConnection) async {
        _ = try? await lastingAuthorization(Self.question, for: .ownersTool(.useOwnLibrary), on: connection)
    }

    fileprivate func askTwice(for connection: ClientConnection) async {
        await ask(for: connection)
        await ask(for: connection)
    }

    /// Returns when the work that was queued on the loop has run.
    fileprivate func letOthersRun() async { for _ in 0..<20 { await Task.yield() } }
}
