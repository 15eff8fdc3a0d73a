import FilmgateDBus
import FilmgateModel
import FilmgatePolicy

/// Decides whether a caller may do what needs authorization.
protocol Authority: Sendable {
    /// Waits for a person, if one is asked, until the task is cancelled. Errors, absence and silence are answers too.
    func answer(to question: AuthorizationRequest) async -> AuthorityAnswer
}

/// A question to the authority.
struct AuthorizationRequest: Sendable {
    let action: AuthorizedAction
    /// The caller's connection.
    let subject: BusName
    /// Whether a person may be asked to authenticate.
    var allowsInteraction: Bool
    /// The user whose grants or library it is about.
    let user: UInt32
    /// The client concerned, safe to display; empty if it is about none.
    let client: String
    /// The level that the client is to get; empty if it is about none.
    let level: String
    /// Returns the action as a phrase that begins with a verb and contains the user's name.
    let change: @Sendable (_ user: String) -> String
}

/// The authority of a private bus, which needs no authorization: every identified caller there is the owner.
struct PrivateBusAuthority: Authority {
    func answer(to question: AuthorizationRequest) async -> AuthorityAnswer { .denied }
}
