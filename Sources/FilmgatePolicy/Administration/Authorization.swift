public import FilmgateModel

/// What takes leave in the system setting, by the names that administrators' rules know it by.
public enum AuthorizedAction: String, CaseIterable, Sendable {
    case readOwnGrants = "org.filmgate.read-own-grants"
    case revokeOwnGrants = "org.filmgate.revoke-own-grants"
    case extendOwnGrants = "org.filmgate.extend-own-grants"
    case addToOwnLibrary = "org.filmgate.add-to-own-library"
    case useOwnLibrary = "org.filmgate.use-own-library"
    case manageGrants = "org.filmgate.manage-grants"
    case readAudit = "org.filmgate.read-audit"
}

/// What an authority says.
public enum AuthorityAnswer: Hashable, Sendable {
    case yes
    case no
    /// Somebody would have to say who they are, and nobody may be asked.
    case needsPerson
    /// It cannot be asked, or says nothing: the same as no. Why, for the journal.
    case unavailable(String)
}

/// An authority's yes to one action.
public struct Leave: Hashable, Sendable {
    public let action: AuthorizedAction

    /// Nil for every other answer.
    public init?(for action: AuthorizedAction, given answer: AuthorityAnswer) {
        switch answer {
        case .yes: self.action = action
        case .no, .needsPerson, .unavailable: return nil
        }
    }
}

/// What the owner's own tools need leave for in the system setting, where any program of the user can start them.
public func action(forOwnersTool operation: Operation) -> AuthorizedAction? {
    switch operation {
    case .askForAccess: nil
    case .createAssets: .addToOwnLibrary
    case .readAssets, .seeAlbums, .changeAlbums, .changeAssets, .deleteAssets, .observe: .useOwnLibrary
    }
}

/// Whether an answer of the person takes the authority's leave beside: all photos, for a program that any other could pass for.
///
/// A hostile program of the same user can press the buttons of a prompt; it does not know the person's password.
public func action(
    forAnswer decision: AccessAnswer.Decision, about access: AccessLevel, to kind: ClientKind, among owners: Owners
) -> AuthorizedAction? {
    switch (owners, access, decision) {
    case (.only, _, _), (.everyUser, .addOnly, _), (.everyUser, _, .deny), (.everyUser, _, .limit): nil
    case (.everyUser, .readWrite, .allow): kind.isVerified ? nil : .extendOwnGrants
    }
}
