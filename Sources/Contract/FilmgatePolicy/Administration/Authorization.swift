public import FilmgateModel

/// A polkit action, which the broker checks only on the system bus.
public enum AuthorizedAction: String, CaseIterable, Sendable {
    case readOwnGrants = "org.filmgate.read-own-grants"
    case revokeOwnGrants = "org.filmgate.revoke-own-grants"
    case extendOwnGrants = "org.filmgate.extend-own-grants"
    case addToOwnLibrary = "org.filmgate.add-to-own-library"
    case useOwnLibrary = "org.filmgate.use-own-library"
    case manageGrants = "org.filmgate.manage-grants"
    case readAudit = "org.filmgate.read-audit"
    case manageBackups = "org.filmgate.manage-backups"
    case manageInbox = "org.filmgate.manage-inbox"
    case pickForPrograms = "org.filmgate.pick-for-programs"
}

/// The answer of the authority, which is polkit, to an authorization check.
public enum AuthorityAnswer: Hashable, Sendable {
    case authorized
    case denied
    /// A person would have to authenticate, but the caller does not allow interaction.
    case challenge
    /// The authority cannot be reached or does not answer, which counts as a denial. The text is the reason, for the
    /// journal.
    case unavailable(String)
}

/// Proof that the authority has authorized one action.
public struct Authorization: Hashable, Sendable {
    public let action: AuthorizedAction

    /// Returns nil for every answer except `authorized`.
    public init?(for action: AuthorizedAction, given answer: AuthorityAnswer) {
        switch answer {
        case .authorized: self.action = action
        case .denied, .challenge, .unavailable: return nil
        }
    }
}

/// Returns the action that the owner's tools, such as filmgatectl, need for an operation on the system bus. Their
/// identity is not enough, because any program can start them.
public func action(forOwnersTool operation: Operation) -> AuthorizedAction? {
    switch operation {
    case .askForAccess: nil
    case .createAssets, .createHiddenAssets: .addToOwnLibrary
    case .readAssets, .seeAlbums, .changeAlbums, .nameAlbums, .changeAssets, .editAssets, .deleteAssets, .observe:
        .useOwnLibrary
    }
}

/// Returns the action that must be authorized before an agent's answer to a request for access takes effect.
///
/// A hostile program of the same user can start an agent, write its rules and press its buttons, but does not know the
/// person's password. So two kinds of answers need authorization: those that show photos to an unverified client, and
/// those that allow anything by a rule that such a program could have written. A refusal does not need authorization.
public func action(
    forAnswer decision: PromptAnswer.Decision, about access: AccessLevel, to kind: ClientKind,
    from source: AnswerSource, among owners: Owners
) -> AuthorizedAction? {
    switch (access, decision) {
    case (_, .deny), (_, .dismiss), (_, .done), (_, .picked), (_, .otherFiles): nil
    case (.addOnly, .allow), (.addOnly, .limit): action(forShowing: false, to: kind, from: source, among: owners)
    case (.readWrite, .allow): action(forShowing: true, to: kind, from: source, among: owners)
    // Limited access without a selection shows only the client's own additions.
    case (.readWrite, .limit(let selection)):
        action(forShowing: !selection.isEmpty, to: kind, from: source, among: owners)
    }
}

/// Returns the action that must be authorized for a change of a selection, or nil for a change that does not add
/// anything.
public func action(
    forEdit edit: SelectionEdit, to kind: ClientKind, from source: AnswerSource, among owners: Owners
) -> AuthorizedAction? {
    edit.added.isEmpty ? nil : action(forShowing: true, to: kind, from: source, among: owners)
}

/// Returns the action that must be authorized before a client gets picked items.
///
/// In a Wayland session, programs cannot control a picker that the person has open. People who must enter their
/// password for each upload in a browser stop reading what they confirm. So a pick by the person for an unverified
/// client can need a weaker authorization than a grant, or none.
///
/// - Parameters:
///   - extendsGrant: whether the items are also added to the client's selection.
///   - isInWaylandSession: whether the agent that answered is in a Wayland session of the person.
public func action(
    forPickBy kind: ClientKind, from source: AnswerSource, extendsGrant: Bool, isInWaylandSession: Bool,
    under rule: PickPasswordRequirement, among owners: Owners
) -> AuthorizedAction? {
    let usual = action(forShowing: true, to: kind, from: source, among: owners)
    guard usual != nil, source == .person, !extendsGrant else { return usual }
    return switch rule {
    case .never: nil
    case .x11: isInWaylandSession ? nil : .pickForPrograms
    case .always: usual
    }
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
