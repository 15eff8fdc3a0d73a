import FilmgateDBus
import FilmgatePolicy
import Synchronization
import Testing

@testable import FilmgateBroker

@Suite("What the authority is asked", .timeLimit(.minutes(30)))
struct LeaveDeskTests {
    /// An authority that answers when the test says so.
    private final class Asked: Authority {
        private let waiting = Mutex<[CheckedContinuation<AuthorityAnswer, Never>]>([])
        private let count = Mutex(0)
        private let (questions, asked) = AsyncStream<Void>.makeStream()

        var total: Int { count.withLock { $0 } }

        func answer(to question: LeaveQuestion) async -> AuthorityAnswer {
            await withCheckedContinuation { continuation in
                waiting.withLock { $0.append(continuation) }
                count.withLock { $0 += 1 }
                asked.yield()
            }
        }

        func isAsked() async { for await _ in questions { return } }

        func answer(_ answer: AuthorityAnswer) {
            for continuation in waiting.withLock({ waiting in
                defer { waiting = [] }
                return waiting
            }) {
                continuation.resume(returning: answer)
            }
        }
    }

    @Test("whoever waited for an answer and was refused does not put an end to what was asked since")
    func newer() async throws {
        let loop = try EventLoop.onOwnThread(named: "leaves")
        defer { loop.stop() }
        let authority = Asked()
        let desk = LeaveDesk(authority, loop: loop)
        // The first of two who wait asks anew as soon as it is refused, before the other hears of it.
        let first = Task { await desk.askTwice() }
        await authority.isAsked()
        let second = Task { await desk.ask() }
        await desk.letOthersRun()
        authority.answer(.no)
        await second.value
        await authority.isAsked()
        let third = Task { await desk.ask() }
        await desk.letOthersRun()
        #expect(authority.total == 2, "the third waits for the answer to the second question")
        authority.answer(.yes)
        authority.answer(.yes)
        await first.value
        await third.value
    }
}

extension LeaveDesk {
    private static let question = LeaveQuestion(
        action: .useOwnLibrary, subject: BusName(":1.7"), mayAsk: false, user: 1000, client: "", level: "",
        change: { _ in "" })

    fileprivate func ask() async {
        _ = try? await lastingLeave(Self.question, for: .ownersTool(.useOwnLibrary))
    }

    fileprivate func askTwice() async {
        await ask()
        await ask()
    }

    /// Returns when what was to run on the loop before has run.
    fileprivate func letOthersRun() async { for _ in 0..<20 { await Task.yield() } }
}
