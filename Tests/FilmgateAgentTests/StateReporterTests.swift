import Filmgate
import FilmgatePrompts
import FilmgateSystem
import Synchronization
import Testing

@testable import filmgate_agent

@Suite("The reports of the agent's state to the front end")
struct StateReporterTests {
    /// Takes its time with what it is told first: until the rest is on its way.
    private actor SlowFrontEnd: FrontEnd {
        private(set) var reported: [AgentMessage.WaitReason] = []
        private let (ends, ending) = AsyncStream.makeStream(of: Void.self)
        private let (released, releasing) = AsyncStream.makeStream(of: Void.self)
        private let count: Int
        private var begun = 0

        init(expecting count: Int) { self.count = count }

        func send(_ message: AgentMessage, with content: OwnedDescriptor?) async {
            guard case .waiting(let waiting) = message else { return }
            begun += 1
            if begun == 1 { for await _ in released {} }
            reported.append(waiting)
            if reported.count == count { ending.finish() }
        }

        nonisolated func release() { releasing.finish() }

        func isReported() async { for await _ in ends {} }
    }

    @Test("come in order", .timeLimit(.minutes(1)))
    func order() async throws {
        let frontEnd = SlowFrontEnd(expecting: 20)
        let session = PromptAnswerer(try PromptAgent(on: .address("unix:path=/nonexistent")), rules: AnswerRules())
        await session.use(frontEnd)
        let reports = StateReporter(to: session)
        for number in 0..<20 { reports.add(number.isMultiple(of: 2) ? .waitingForBroker : .registered) }
        frontEnd.release()
        await frontEnd.isReported()
        #expect(await frontEnd.reported == (0..<20).map { $0.isMultiple(of: 2) ? .broker : .questions })
        reports.end()
    }
}
