import FilmgateDBus
import FilmgateModel
import FilmgatePolicy

/// What an administrator asks to do.
struct AdminRequest: Sendable {
    /// Nil if the call names no user: the caller's own.
    var user: UInt32?
    var client: ClientID?
    var level: Level?
    /// Whether it creates a library for a user who has none.
    var createsLibrary = false
    /// Whether it replaces the library, so that one which cannot be opened is set aside.
    var replacesLibrary = false
    /// Returns the request as a phrase that begins with a verb and contains the user's name.
    let change: @Sendable (_ user: String) -> String

    init(
        of user: UInt32? = nil, client: ClientID? = nil, level: Level? = nil, createsLibrary: Bool = false,
        replacesLibrary: Bool = false,
        change: @escaping @Sendable (_ user: String) -> String
    ) {
        self.user = user
        self.client = client
        self.level = level
        self.createsLibrary = createsLibrary
        self.replacesLibrary = replacesLibrary
        self.change = change
    }

    /// The use of the own library by one of the owner's tools.
    static func use(_ action: AuthorizedAction, by tool: ClientID) -> AdminRequest {
        AdminRequest(client: tool) { user in
            action == .addToOwnLibrary
                ? "add to the photos of \(user) with the owner's tools"
                : "see, change and delete the photos of \(user) with the owner's tools"
        }
    }

    /// Returns the question to the authority.
    func authorizationRequest(_ action: AuthorizedAction, _ call: MethodCall, on user: UInt32) -> AuthorizationRequest {
        AuthorizationRequest(
            action: action, subject: call.sender, allowsInteraction: call.allowsInteraction, user: user,
            client: client.map { visibleIdentity($0.description, limit: .max) } ?? "", level: level?.rawValue ?? "",
            change: change)
    }
}

extension ClientID {
    /// The client for a sentence that a person reads: in quotation marks that it cannot close. A long path keeps its
    /// end, the file's name.
    var quoted: String { quotedIdentity(description) }
}
