import FilmgateDBus
import FilmgatePolicy
import FilmgateWire

/// Asks the authority, and remembers each connection's authorizations as long as it is connected.
///
/// Asks separately for every decision of an administrator. For reads by administrators, and for uses of a library by
/// its owner's tools, asks only once per connection and purpose, even if many calls wait for the answer.
@BrokerActor final class AuthorizationCache {
    private let authority: any Authority

    init(_ authority: any Authority) { self.authority = authority }

    /// Returns the authorization for one action.
    ///
    /// - Throws: `notAuthorizedBecause`, `InteractiveAuthorizationRequired`; `CancellationError` if the caller has
    ///   left the bus.
    func authorization(_ question: AuthorizationRequest) async throws -> Authorization {
        let answer = await authority.answer(to: question)
        try Task.checkCancellation()
        return try Self.authorization(for: question, given: answer)
    }

    /// Returns the authorization of a connection for one purpose.
    ///
    /// - Throws: the errors of `authorization`.
    func lastingAuthorization(
        _ question: AuthorizationRequest, for use: Authorizations.Purpose, on connection: ClientConnection
    ) async throws -> Authorization {
        if let authorization = connection.authorizations.given[use] { return authorization }
        let check = Authorizations.PendingCheck(use: use, allowsInteraction: question.allowsInteraction)
        let task =
            connection.authorizations.pending[check] ?? Task { [authority] in await authority.answer(to: question) }
        connection.authorizations.pending[check] = task
        let answer = await task.value
        // Another waiting call may have asked again meanwhile.
        if connection.authorizations.pending[check] == task { connection.authorizations.pending[check] = nil }
        try Task.checkCancellation()
        let authorization = try Self.authorization(for: question, given: answer)
        connection.authorizations.given[use] = authorization
        return authorization
    }

    private static func authorization(for question: AuthorizationRequest, given answer: AuthorityAnswer) throws
        -> Authorization
    {
        let action = question.action
        if let authorization = Authorization(for: action, given: answer) { return authorization }
        switch answer {
        case .challenge where question.allowsInteraction:
            throw WireError.notAuthorizedBecause(
                "This needs authentication (\(action.rawValue)), and none was given; this session may have no polkit agent."
            )
        case .challenge:
            throw ErrorReply.interactiveAuthorizationRequired(
                "This needs authentication (\(action.rawValue)): send it with the flag that allows interactive "
                    + "authorization.")
        case .unavailable(let reason):
            Journal.write(.error, "The authorization for \(action.rawValue) could not be checked: \(reason)")
            throw WireError.notAuthorizedBecause(
                "The authorization for this (\(action.rawValue)) could not be checked: polkit does not answer; see the journal."
            )
        case .authorized, .denied:
            throw WireError.notAuthorizedBecause("This computer's rules do not allow it (\(action.rawValue)).")
        }
    }
}

/// Decides whether a caller is authorized for an operation.
protocol Authority: Sendable {
    /// Returns the authority's answer, even for an error, an absent authority or a missing reply. If a person is asked,
    /// waits for them until the task is cancelled.
    func answer(to question: AuthorizationRequest) async -> AuthorityAnswer
}

/// A request to the authority.
struct AuthorizationRequest: Sendable {
    let action: AuthorizedAction
    /// The caller's connection.
    let subject: BusName
    /// Whether a person may be asked to authenticate.
    var allowsInteraction: Bool
    /// The user whose grants or library the request is about.
    let user: UInt32
    /// The client concerned, safe to display; empty if the request does not concern a client.
    let client: String
    /// The level that the client is to get; empty if the request does not set a level.
    let level: String
    /// A function that returns the request as a phrase that begins with a verb and contains the user's name.
    let change: @Sendable (_ user: String) -> String
}

/// The authority of a private bus, which needs no authorization: every identified caller there is the owner.
struct PrivateBusAuthority: Authority {
    func answer(to question: AuthorizationRequest) async -> AuthorityAnswer { .denied }
}
