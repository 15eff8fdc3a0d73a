internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy

/// What somebody wants to administer.
struct AdminRequest: Sendable {
    var operation: AdminOperation
    /// Nil where nobody is named: the caller's own.
    var user: UInt32?
    var client: ClientID?
    var level: Level?
    /// Whether it makes a library for a user who has none.
    var isFounding = false
    /// Beginning with a verb, and with the user's name in its place.
    let change: @Sendable (_ user: String) -> String

    init(
        _ operation: AdminOperation, of user: UInt32? = nil, client: ClientID? = nil, level: Level? = nil,
        isFounding: Bool = false, change: @escaping @Sendable (_ user: String) -> String
    ) {
        self.operation = operation
        self.user = user
        self.client = client
        self.level = level
        self.isFounding = isFounding
        self.change = change
    }

    func question(_ action: AuthorizedAction, _ call: MethodCall, on user: UInt32) -> AuthorizationRequest {
        AuthorizationRequest(
            action: action, subject: call.sender, allowsInteraction: call.allowsInteraction, user: user,
            client: client.map { visible($0.description, limit: .max) } ?? "", level: level?.rawValue ?? "",
            change: change)
    }
}

extension ClientID {
    /// Fit to stand in a sentence that a person reads: in quotation marks that it cannot close, and with its end, which is the file's name
    /// where it is a path.
    var quoted: String { visiblyQuoted(description) }
}
