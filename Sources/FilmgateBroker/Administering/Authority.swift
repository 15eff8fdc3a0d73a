internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy

/// Says whether whoever asks may do what takes leave.
protocol Authority: Sendable {
    /// Waits for a person, where one is asked, until the task is cancelled. Errors, absence and silence are answers too.
    func answer(to question: AuthorizationRequest) async -> AuthorityAnswer
}

/// What an authority is asked.
struct AuthorizationRequest: Sendable {
    let action: AuthorizedAction
    /// The connection of whoever asks.
    let subject: BusName
    /// Whether somebody may be asked to say who they are.
    var allowsInteraction: Bool
    /// Whose grants or library.
    let user: UInt32
    /// The client concerned, fit to be read; empty where it is about none.
    let client: String
    /// The level that it is to have; empty where it is about none.
    let level: String
    /// What is about to be done, beginning with a verb, with the user's name in its place.
    let change: @Sendable (_ user: String) -> String
}

/// The authority of the private setting, where nothing takes leave: whoever reaches it has been let in as the owner, or not at all.
struct PrivateBusAuthority: Authority {
    func answer(to question: AuthorizationRequest) async -> AuthorityAnswer { .denied }
}
