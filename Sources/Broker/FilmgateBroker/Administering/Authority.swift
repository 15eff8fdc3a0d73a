import FilmgateDBus
import FilmgateModel
import FilmgatePolicy

/// Decides whether a caller may do what needs authorization.
protocol Authority: Sendable {
    /// If a person is asked, waits for them until the task is cancelled. Returns an answer also for errors, for an
    /// absent authority and for a missing reply.
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
    /// The client concerned, safe to display; empty if the request is about no client.
    let client: String
    /// The level that the client is to get; empty if the request is about no level.
    let level: String
    /// Returns the request as a phrase that begins with a verb and contains the user's name.
    let change: @Sendable (_ user: String) -> String
}

/// The authority of a private bus, which needs no authorization: every identified caller there is the owner.
struct PrivateBusAuthority: Authority {
    func answer(to question: AuthorizationRequest) async -> AuthorityAnswer { .denied }
}
