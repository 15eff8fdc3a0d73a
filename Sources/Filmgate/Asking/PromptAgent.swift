internal import FilmgateDBus
internal import FilmgateWire

/// A program of the person's session that the broker asks on their behalf: `org.filmgate.AgentManager1` and `Agent1`.
///
///     let agent = try PromptAgent()
///     try await agent.run { prompt in
///         PromptAnswer(await ask(prompt) ? .allow : .dismiss)
///     }
///
/// The broker takes only programs that its configuration names. While it is registered, the agent's `library` is read as its
/// owner reads it.
public final class PromptAgent: Sendable {
    /// What an agent is waiting for.
    public enum State: Sendable {
        /// It is registered: for prompts.
        case registered
        /// No broker is on the bus.
        case waitingForBroker
    }

    /// The library, over the agent's own connection.
    public let library: PhotoLibrary
    private var link: BrokerLink { library.link }

    /// - Throws: where the process has no thread to give.
    public init(on bus: PhotoLibrary.Bus = .usual) throws(PhotoLibraryError) {
        library = PhotoLibrary(try BrokerLink(to: bus.address))
    }

    /// Answers prompts until the task is cancelled or the bus goes; registers again with every broker that comes.
    ///
    /// - Parameters:
    ///   - reporting: told what the agent waits for, whenever that changes.
    ///   - answering: gives the answer to a prompt. Its task is cancelled when nobody waits for the answer any more; several
    ///     may run at a time.
    /// - Throws: `notAuthorized` where this program may not be an agent; `busUnavailable`.
    public func run(
        reporting: @escaping @Sendable (State) -> Void = { _ in },
        answering: @escaping @Sendable (AgentPrompt) async -> PromptAnswer
    ) async throws(PhotoLibraryError) {
        while !Task.isCancelled {
            let connection = try await link.connectionWithoutBroker()
            try await serve(on: connection, reporting, answering)
        }
    }

    /// Tells the broker that the person is at a prompt, so that it goes on waiting for them.
    public func personIsActive(at prompt: AgentPrompt.ID) async {
        _ = try? await link.call(AgentManagerInterface.active, of: AgentManagerInterface.name, Arguments(prompt))
    }

    /// As long as that connection is good for it.
    private func serve(
        on connection: BrokerConnection, _ reporting: @Sendable (State) -> Void,
        _ answering: @escaping @Sendable (AgentPrompt) async -> PromptAnswer
    ) async throws(PhotoLibraryError) {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let object = await connection.serveAgent(answering: answering) { continuation.yield(.promptEnded) }
        let listener = try await connection.listen { continuation.yield($0 ? .brokerCame : .brokerLeft) }
        let closing = Task {
            await connection.closed
            continuation.yield(.busLeft)
        }
        defer {
            closing.cancel()
            object.cancelAll()
            continuation.finish()
        }
        continuation.yield(.brokerCame)
        for await event in events {
            switch event {
            case .brokerLeft: reporting(.waitingForBroker)
            case .busLeft: throw .busUnavailable("The message bus hung up.")
            case .brokerCame, .promptEnded:
                switch try await register(on: connection) {
                case .done: if event == .brokerCame { reporting(.registered) }
                case .noBroker: reporting(.waitingForBroker)
                case .staleConnection:
                    await link.discard(connection)
                    await connection.close()
                    return
                }
            }
        }
        withExtendedLifetime(listener) {}
        await connection.close()
    }

    private enum Event: Sendable {
        case brokerCame, brokerLeft, promptEnded, busLeft
    }

    private enum Registration {
        case done, noBroker
        /// The broker came after the connection was made, and cannot tell whose it is.
        case staleConnection
    }

    private func register(on connection: BrokerConnection) async throws(PhotoLibraryError) -> Registration {
        do {
            guard try await connection.identity().id != nil else { return .staleConnection }
            _ = try await connection.call(
                AgentManagerInterface.registerAgent, of: AgentManagerInterface.name,
                Arguments(AgentObject.path, NoOptions()))
            return .done
        } catch {
            guard case .brokerUnavailable = error else { throw error }
            return .noBroker
        }
    }
}
