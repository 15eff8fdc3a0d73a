internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateWire

/// A question to the person, with all that it takes to put it and to carry the answer out.
struct PromptRequest: Sendable {
    let question: Question
    let requester: Requester
    /// Gathered when the question is put, not when it is asked: it may wait in line.
    let details: @BrokerActor @Sendable () async throws -> PromptDetails
    /// Makes of an agent's reply what is to be done; nil where it is no answer to what was shown. The last argument says whether the
    /// system itself runs the agent.
    let read: @BrokerActor @Sendable (Options, PromptDetails, Bool) async -> ReplyOutcome?
}

/// What an agent's usable reply comes to.
enum ReplyOutcome: Sendable {
    /// Nothing was decided.
    case dismissed
    case decided(carryOut: @BrokerActor @Sendable () async -> RequestResponse)
}

/// How somebody's wait for an answer ended.
enum PromptResult: Sendable {
    /// The person decided, and it was carried out, or could not be.
    case decided(RequestResponse)
    case undecided(PromptEnding)
}

/// What a client is told at the end of its request.
struct RequestResponse: Sendable {
    var outcome: RequestOutcome
    var results: Options
    /// False if the authority did not allow what was answered.
    var isAuthorized = true

    init(_ outcome: RequestOutcome, _ results: Options = [:]) {
        self.outcome = outcome
        self.results = results
    }

    static func unauthorized(_ error: ErrorReply) -> RequestResponse {
        var response = failed(error)
        response.isAuthorized = false
        return response
    }

    static func failed(_ error: ErrorReply, _ results: Options = [:]) -> RequestResponse {
        let reason: Options = ["error-name": Variant(error.name), "error-message": Variant(error.message)]
        return RequestResponse(.failed, results.merging(reason) { $1 })
    }
}

extension WireError {
    init(_ refusal: PromptRefusal) {
        self =
            switch refusal {
            case .oneAtATime: .busy("Another question of this app is not answered yet; wait for its response.")
            case .tooSoon: .busy("The person dismissed this app's question; ask again later, and only if they want it.")
            case .tooMany: .busy("This app has asked too often within a minute; ask again later.")
            case .lineIsFull: .busy("Too many apps are asking at the moment; ask again later.")
            }
    }
}
