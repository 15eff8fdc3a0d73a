import FilmgateDBus
import FilmgateModel
import FilmgatePolicy

/// An administrator's request: whom it concerns, and how it is described to the person who must authenticate.
struct AdminRequest: Sendable {
    /// The user that the call names; nil means the caller.
    var user: UInt32?
    var client: ClientID?
    var level: Level?
    /// Whether the request creates a library for a user without a library.
    var createsLibrary = false
    /// Whether the request replaces the library. If the library cannot be opened, it is moved aside first.
    var replacesLibrary = false
    /// Returns a phrase that describes the request. It begins with a verb and contains the user's name.
    let change: @Sendable (_ user: String) -> String

    /// Returns the request for the use of the owner's library by one of the owner's tools.
    static func use(_ action: AuthorizedAction, by tool: ClientID) -> AdminRequest {
        AdminRequest(client: tool) { user in
            action == .addToOwnLibrary
                ? "add to the photos of \(user) with the owner's tools"
                : "see, change and delete the photos of \(user) with the owner's tools"
        }
    }

    func authorityQuestion(_ action: AuthorizedAction, _ call: MethodCall, on user: UInt32) -> AuthorityQuestion {
        AuthorityQuestion(
            action: action, subject: call.sender, allowsInteraction: call.allowsInteraction, user: user,
            client: client.map { visibleIdentity($0.description, limit: .max) } ?? "", level: level?.rawValue ?? "",
            change: change)
    }
}

extension ClientID {
    /// The client's name in quotation marks, safe to display. If a path is too long, its middle is left out.
    var quoted: String { quotedIdentity(description) }
}
