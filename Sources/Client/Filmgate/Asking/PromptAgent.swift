public import FilmgatePolicy
public import FilmgateWire
public import FoundationEssentials
import FilmgateDBus
import FilmgateModel

/// An agent: a program in the person's session that shows the broker's prompts. `org.filmgate.AgentManager1` and
/// `Agent1`.
///
///     let agent = try PromptAgent()
///     try await agent.run { prompt in
///         PromptAnswer(await ask(prompt) ? .allow : .dismiss)
///     }
///
/// The broker accepts only the programs in its configuration. While the agent is registered, its `library` has the
/// owner's access.
public final class PromptAgent: Sendable {
    /// The state of an agent.
    public enum State: Sendable {
        /// The agent is registered, and waits for prompts.
        case registered
        /// No broker is on the bus.
        case waitingForBroker
    }

    /// The library, accessed over the agent's own connection.
    public let library: PhotoLibrary
    private var link: BrokerLink { library.link }
    private let options: AgentRegistrationOptions

    /// - Parameters:
    ///   - showsSettings: whether the agent can open the settings window at an app's page. If so, the agent also gets
    ///     prompts with the subject `settings`, and must answer them with `done([])` at once.
    ///   - languages: the person's languages as locale names such as `de_AT`, the preferred one first. Prompts contain
    ///     an app's name and usage descriptions in the first of these languages that the app's desktop file supports.
    /// - Throws: `inputOutput` if the process cannot start a thread.
    public init(
        on bus: PhotoLibrary.Bus = .usual, showsSettings: Bool = false, languages: [String] = []
    ) throws(PhotoLibraryError) {
        options = AgentRegistrationOptions(showsSettings: showsSettings, languages: languages)
        library = PhotoLibrary(try BrokerLink(to: bus))
    }

    /// Answers prompts until the task is cancelled or the bus closes the connection. Registers with each new broker.
    ///
    /// - Parameters:
    ///   - reporting: called with the state whenever it changes.
    ///   - answering: returns the answer to a prompt. The task is cancelled when the answer is no longer needed.
    ///     Several calls can run at the same time.
    /// - Throws: `notAuthorized` if this program may not be an agent; `busUnavailable` if the bus is not reachable.
    public func run(
        reporting: @escaping @Sendable (State) -> Void = { _ in },
        answering: @escaping @Sendable (AgentPrompt) async -> PromptAnswer
    ) async throws(PhotoLibraryError) {
        while !Task.isCancelled {
            let connection = try await link.connectionWithoutBroker()
            try await serve(on: connection, reporting, answering)
        }
    }

    /// Reports to the broker that the person is active at a prompt, so that the broker keeps waiting for the answer.
    public func personIsActive(at prompt: AgentPrompt.ID) async {
        // The call fails if the broker no longer waits for the answer. Then there is nothing to do.
        _ = try? await link.call(AgentManagerInterface.active, MessageArguments(prompt))
    }

    /// Serves prompts until the connection becomes unusable or the task is cancelled.
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
            case .busLeft: throw .busUnavailable("The message bus closed the connection.")
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
        /// The broker started after the connection was opened, and cannot identify this program.
        case staleConnection
    }

    private func register(on connection: BrokerConnection) async throws(PhotoLibraryError) -> Registration {
        do {
            guard try await connection.identity().id != nil else { return .staleConnection }
            _ = try await connection.call(
                AgentManagerInterface.registerAgent, MessageArguments(AgentObject.path, options))
            return .done
        } catch {
            guard case .brokerUnavailable = error else { throw error }
            return .noBroker
        }
    }
}

extension PromptAnswer.Validity {
    /// Returns a validity that ends at a date.
    public static func until(_ date: Date) -> Self { .until(Timestamp(date)) }
}
