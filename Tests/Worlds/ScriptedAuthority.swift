import FilmgatePolicy
import FilmgateTestKit

@testable import FilmgateBroker

/// An authority that allows all but some actions at once; about these the test decides, question by question.
final class ScriptedAuthority: Authority {
    /// A question that waits for the test's answer.
    struct Question: Sendable {
        let request: AuthorityQuestion
        fileprivate let answers: AsyncStream<AuthorityAnswer>.Continuation
        fileprivate let end: AsyncStream<Void>

        /// What a person would read.
        var sentence: String { request.change("anna") }

        func answer(_ answer: AuthorityAnswer) { answers.yield(answer) }

        /// Returns when nobody waits for the answer any more.
        func ended() async { for await _ in end {} }
    }

    private let held: Set<AuthorizedAction>
    private let (questions, asked) = AsyncStream<Question>.makeStream()

    init(holding held: Set<AuthorizedAction>) { self.held = held }

    func answer(to request: AuthorityQuestion) async -> AuthorityAnswer {
        guard held.contains(request.action) else { return .authorized }
        let (answers, answered) = AsyncStream<AuthorityAnswer>.makeStream()
        let (end, ended) = AsyncStream<Void>.makeStream()
        defer { ended.finish() }
        asked.yield(Question(request: request, answers: answered, end: end))
        for await answer in answers { return answer }
        return .denied
    }

    /// Waits for the next question.
    func question() async throws -> Question {
        for await question in questions { return question }
        throw ClientFailure("nothing was asked")
    }
}
