import FilmgateDBus
import FilmgatePolicy
import FilmgateWire

/// Asks the authority (polkit), and keeps the authorizations of each connection until the connection leaves the bus.
///
/// Asks again for every decision of an administrator. For operations that take several calls, and for the owner's tools
/// in the owner's library, asks once for each connection and purpose, even if several calls wait for the answer.
@BrokerActor final class AuthorizationCache {
    private let authority: any Authority

    init(_ authority: any Authority) { self.authority = authority }

    /// Returns the authorization for one action.
    ///
    /// - Throws: `notAuthorizedBecause`, `InteractiveAuthorizationRequired`; `CancellationError` if the caller has
    ///   left the bus.
    func authorization(_ question: AuthorityQuestion) async throws -> Authorization {
        let answer = await authority.answer(to: question)
        try Task.checkCancellation()
        return try Self.authorization(for: question, given: answer)
    }

    /// Returns the authorization of a connection for a purpose, which lasts as long as the connection.
    ///
    /// - Throws: the errors of `authorization`.
    func lastingAuthorization(
        _ question: AuthorityQuestion, for use: Authorizations.Purpose, on connection: ClientConnection
    ) async throws -> Authorization {
        if let authorization = connection.authorizations.given[use] { return authorization }
        let check = Authorizations.PendingCheck(use: use, allowsInteraction: question.allowsInteraction)
        let task =
            connection.authorizations.pending[check] ?? Task { [authority] in await authority.answer(to: question) }
        connection.authorizations.pending[check] = task
        let answer = await task.value
        // Another call that waited for the same answer may already have asked again.
        if connection.authorizations.pending[check] == task { connection.authorizations.pending[check] = nil }
        try Task.checkCancellation()
        let authorization = try Self.authorization(for: question, given: answer)
        connection.authorizations.given[use] = authorization
        return authorization
    }

    private static func authorization(for question: AuthorityQuestion, given answer: AuthorityAnswer) throws
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
    /// Returns the authority's answer. Returns `unavailable` if the authority fails, does not exist or does not reply.
    /// If the authority asks a person, waits for the answer until the task is canceled.
    func answer(to question: AuthorityQuestion) async -> AuthorityAnswer
}

struct AuthorityQuestion: Sendable {
    let action: AuthorizedAction
    /// The caller's connection.
    let subject: BusName
    /// Whether a person may be asked to authenticate.
    var allowsInteraction: Bool
    /// The user whose grants or library the request is about.
    let user: UInt32
    /// The client that the request concerns, safe to display; empty if the request concerns no client.
    let client: String
    /// The level that the request sets for the client; empty if it sets none.
    let level: String
    /// Returns a phrase that describes the request. It begins with a verb and contains the user's name.
    let change: @Sendable (_ user: String) -> String
}

/// The authority of a private bus, which is never asked, because every identified caller there is the owner.
struct PrivateBusAuthority: Authority {
    func answer(to question: AuthorityQuestion) async -> AuthorityAnswer { .denied }
}
