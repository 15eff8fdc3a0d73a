internal import Filmgate

/// Tells a session what the agent waits for, in the order in which that changed.
struct StateReports: Sendable {
    private let states: AsyncStream<PromptAgent.State>.Continuation
    private let telling: Task<Void, Never>

    init(to session: Session) {
        let (stream, continuation) = AsyncStream.makeStream(of: PromptAgent.State.self)
        states = continuation
        telling = Task { for await state in stream { await session.report(state) } }
    }

    /// Waits for nobody; to be called from anywhere.
    func tell(_ state: PromptAgent.State) { states.yield(state) }

    /// Tells no more.
    func end() { telling.cancel() }
}
