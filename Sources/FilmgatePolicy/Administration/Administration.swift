public import FilmgateModel

/// Leave to administer a user's grants and library, proven by a decision.
public struct Administration: Hashable, Sendable {
    /// Whose grants and library.
    public let user: UInt32
    /// Who administers.
    public let client: Client
    /// What the authority gave; nil where it takes nothing but being who they are.
    private let leave: Leave?

    init(user: UInt32, client: Client, leave: Leave? = nil) {
        self.user = user
        self.client = client
        self.leave = leave
    }

    /// Whether it goes as far as this, too: what was asked for may have become more meanwhile.
    public func covers(_ deed: Deed) -> Bool {
        guard let leave else { return true }
        let action = user == client.user ? deed.actionOnOwn : deed.actionOnOthers
        return leave.action == action || leave.action == .extendOwnGrants && action == .revokeOwnGrants
    }

    /// An administrator sees all that they decide about.
    public var visibility: Visibility { .everything }
}

/// Somebody who may ask to administer. What for, and whether they then may, is decided once it is known what they want.
public struct Candidate: Hashable, Sendable {
    public let client: Client
    private let owners: Owners

    init(_ client: Client, among owners: Owners) {
        self.client = client
        self.owners = owners
    }

    /// Whose grants and library are meant where nobody is named; nil for root, who has none in the system setting.
    public var ownUser: UInt32? { owners.contains(client.user) ? client.user : nil }

    /// What a deed takes.
    public func requirement(for deed: Deed, on user: UInt32) -> Requirement {
        switch owners {
        case .only: user == client.user ? .nothing : .impossible
        case .everyUser where !owners.contains(user): .impossible
        case .everyUser: .leave(user == client.user ? deed.actionOnOwn : deed.actionOnOthers)
        }
    }

    /// - Parameter leave: what the authority gave, where a deed takes any.
    /// - Returns: nil where it takes another, or cannot be.
    public func administration(for deed: Deed, on user: UInt32, with leave: Leave?) -> Administration? {
        switch requirement(for: deed, on: user) {
        case .nothing: Administration(user: user, client: client)
        case .leave(let action):
            leave?.action == action ? Administration(user: user, client: client, leave: leave) : nil
        case .impossible: nil
        }
    }
}

/// What it takes to do what somebody wants to.
public enum Requirement: Hashable, Sendable {
    /// Being who they are.
    case nothing
    case leave(AuthorizedAction)
    /// Nobody gives leave for this.
    case impossible
}

/// Decides who may ask to administer: programs outside of every sandbox; in the private setting the owner's alone, in the system
/// setting every user's and root's.
public func candidate(_ client: Client, among owners: Owners) -> Candidate? {
    guard !client.isSandboxed else { return nil }
    return switch owners {
    case .only(let owner): client.user == owner ? Candidate(client, among: owners) : nil
    case .everyUser: Candidate(client, among: owners)
    }
}
