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
public struct Authorization: Hashable, Sendable {
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

/// What an agent's answer to a request for access needs authorization for, besides the answer itself.
///
/// A hostile program of the same user can start an agent, write its rules and press its buttons; it does not know the person's
/// password. So whatever shows photos to a program that any other could pass for needs it, and whatever gives anything by a rule that
/// such a program could have written. To refuse needs nothing.
public func action(
    forAnswer decision: AccessAnswer.Decision, about access: AccessLevel, to kind: ClientKind,
    from source: AnswerSource, among owners: Owners
) -> AuthorizedAction? {
    switch (access, decision) {
    case (_, .deny): nil
    case (.addOnly, .allow), (.addOnly, .limit): action(forShowing: false, to: kind, from: source, among: owners)
    case (.readWrite, .allow): action(forShowing: true, to: kind, from: source, among: owners)
    // Limited access without a selection shows only what the client adds itself.
    case (.readWrite, .limit(let selection)):
        action(forShowing: !selection.isEmpty, to: kind, from: source, among: owners)
    }
}

/// The same for a change of a selection. To show no more than before needs nothing.
public func action(
    forEdit edit: SelectionEdit, to kind: ClientKind, from source: AnswerSource, among owners: Owners
) -> AuthorizedAction? {
    edit.added.isEmpty ? nil : action(forShowing: true, to: kind, from: source, among: owners)
}

private func action(
    forShowing showsPhotos: Bool, to kind: ClientKind, from source: AnswerSource, among owners: Owners
) -> AuthorizedAction? {
    switch (owners, source) {
    case (.only, _): nil
    case (.everyUser, .ownRule): .extendOwnGrants
    case (.everyUser, .person), (.everyUser, .administratorsRule):
        showsPhotos && !kind.isVerified ? .extendOwnGrants : nil
    }
}
