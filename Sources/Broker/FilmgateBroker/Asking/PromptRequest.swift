import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateWire

/// A request to ask the person. Its functions create the prompt, read the reply and carry out the answer.
struct PromptRequest: Sendable {
    let kind: PromptKind
    let client: Client
    let requester: Requester
    /// Creates the prompt. Called when the prompt is shown rather than when the client asks, because the request may
    /// wait in the queue.
    let prompt: @BrokerActor @Sendable (PromptDisplayContext) async throws -> AgentPrompt
    /// Converts an agent's reply to an outcome. Returns nil if the reply does not match the prompt that was shown. The
    /// last argument is the agent.
    let read: @BrokerActor @Sendable (Options, AgentPrompt, RegisteredAgent) async -> ReplyOutcome?
}

// Compiler fault: 2
/// The identifier of a prompt, and the languages in which the agent shows it.
final class PromptDisplayContext: Sendable {
    let id: Prompt.ID
    /// The person's languages, the preferred one first.
    let languages: [String]

    init(_ id: Prompt.ID, _ agent: RegisteredAgent) {
        self.id = id
        languages = agent.options.languages
    }
}

/// The outcome of an agent's usable reply.
enum ReplyOutcome: Sendable {
    /// The person did not decide.
    case dismissed
    case decided(carryOut: @BrokerActor @Sendable () async -> RequestResponse)
}

/// The result of waiting for an answer.
enum PromptResult: Sendable {
    /// The person decided. The response states whether the decision took effect.
    case decided(RequestResponse)
    case undecided(PromptEndReason)
}

/// The response at the end of a client's request.
struct RequestResponse: Sendable {
    var outcome: RequestOutcome
    var results: RequestResults
    /// Whether the authority allowed the answer.
    var isAuthorized = true

    init(_ outcome: RequestOutcome, _ results: RequestResults = RequestResults()) {
        self.outcome = outcome
        self.results = results
    }

    static func unauthorized(_ error: ErrorReply) -> RequestResponse {
        var response = failed(error)
        response.isAuthorized = false
        return response
    }

    static func failed(_ error: ErrorReply, _ results: RequestResults = RequestResults()) -> RequestResponse {
        var response = RequestResponse(.failed, results)
        response.results.error = error
        return response
    }
}

extension WireError {
    init(_ refusal: PromptRefusal) {
        self =
            switch refusal {
            case .oneAtATime: .busy("This app's earlier question is not answered yet; wait for its response.")
            case .tooSoon: .busy("The person dismissed this app's question; ask again later, and only if they want it.")
            case .tooMany: .busy("This app has asked too often within a minute; ask again later.")
            case .queueIsFull: .busy("Too many apps are asking now; ask again later.")
            }
    }
}
