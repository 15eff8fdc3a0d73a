import FilmgateDBus
import FilmgatePolicy
import Synchronization
import Testing

@testable import FilmgateBroker

@Suite("What the authority is asked", .timeLimit(.minutes(30)))
struct LeaveDeskTests {
    /// An authority that answers the first question when the test says so, and with no; all others at once, and with yes.
    private final class Asked: Authority {
        private let count = Mutex(0)
        private let (questions, asked) = AsyncStream<Void>.makeStream()
        private let (answers, answered) = AsyncStream<Void>.makeStream()

        var total: Int { count.withLock { $0 } }

        func answer(to question: AuthorizationRequest) async -> AuthorityAnswer {
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number == 1 else { return .yes }
            asked.yield()
            for await _ in answers { break }
            return .no
        }

        func isAsked() async { for await _ in questions { return } }

        func refuse() { answered.yield() }
    }

    @Test("whoever waited for an answer and was refused does not put an end to what was asked since")
    func newer() async throws {
        let loop = try EventLoop.onOwnThread(named: "leaves")
        defer { loop.stop() }
        // Who hears first is not said; so it is tried often.
        for _ in 0..<100 {
            let authority = Asked()
            let desk = AuthorizationCache(authority, loop: loop)
            // Both wait for one answer, and ask anew as soon as they have it: one of them before the other hears of it.
            let first = Task { await desk.askTwice() }
            await authority.isAsked()
            let second = Task { await desk.askTwice() }
            await desk.letOthersRun()
            authority.refuse()
            await first.value
            await second.value
            #expect(authority.total == 2)
        }
    }
}

extension AuthorizationCache {
    private static let question = AuthorizationRequest(
        action: .useOwnLibrary, subject: BusName(":1.7"), allowsInteraction: false, user: 1000, client: "", level: "",
        change: { _ in "" })

    fileprivate func ask() async {
        _ = try? await lastingAuthorization(Self.question, for: .ownersTool(.useOwnLibrary))
    }

    fileprivate func askTwice() async {
        await ask()
        await ask()
    }

    /// Returns when what was to run on the loop before has run.
    fileprivate func letOthersRun() async { for _ in 0..<20 { await Task.yield() } }
}
