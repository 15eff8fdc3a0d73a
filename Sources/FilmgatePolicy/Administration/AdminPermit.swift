public import FilmgateModel

/// Authorization to administer a user's grants and library, proven by a decision.
public struct AdminPermit: Hashable, Sendable {
    /// Whose grants and library.
    public let user: UInt32
    /// Who administers.
    public let client: Client
    /// What the authority gave; nil where it takes nothing but being who they are.
    private let authorization: Authorization?

    init(user: UInt32, client: Client, authorization: Authorization? = nil) {
        self.user = user
        self.client = client
        self.authorization = authorization
    }

    /// Whether it goes as far as this, too: what was asked for may have become more meanwhile.
    public func covers(_ operation: AdminOperation) -> Bool {
        guard let authorization else { return true }
        let action = user == client.user ? operation.actionOnOwn : operation.actionOnOthers
        return authorization.action == action || authorization.action == .extendOwnGrants && action == .revokeOwnGrants
    }

    /// An administrator sees all that they decide about.
    public var visibility: Visibility { .everything }
}

/// Somebody who may ask to administer. What for, and whether they then may, is decided once it is known what they want.
public struct AdminCaller: Hashable, Sendable {
    public let client: Client
    private let owners: Owners

    init(_ client: Client, among owners: Owners) {
        self.client = client
        self.owners = owners
    }

    /// Whose grants and library are meant where nobody is named; nil for root, who has none in the system setting.
    public var ownUser: UInt32? { owners.contains(client.user) ? client.user : nil }

    /// What a deed takes.
    public func requirement(for operation: AdminOperation, on user: UInt32) -> Requirement {
        switch owners {
        case .only: user == client.user ? .nothing : .impossible
        case .everyUser where !owners.contains(user): .impossible
        case .everyUser: .authorization(user == client.user ? operation.actionOnOwn : operation.actionOnOthers)
        }
    }

    /// - Parameter leave: what the authority gave, where a deed takes any.
    /// - Returns: nil where it takes another, or cannot be.
    public func administration(for operation: AdminOperation, on user: UInt32, with authorization: Authorization?)
        -> AdminPermit?
    {
        switch requirement(for: operation, on: user) {
        case .nothing: AdminPermit(user: user, client: client)
        case .authorization(let action):
            authorization?.action == action
                ? AdminPermit(user: user, client: client, authorization: authorization) : nil
        case .impossible: nil
        }
    }
}

/// What it takes to do what somebody wants to.
public enum Requirement: Hashable, Sendable {
    /// Being who they are.
    case nothing
    case authorization(AuthorizedAction)
    /// Nobody gives leave for this.
    case impossible
}

/// Decides who may ask to administer: programs outside of every sandbox; in the private setting the owner's alone, in the system
/// setting every user's and root's.
public func candidate(_ client: Client, among owners: Owners) -> AdminCaller? {
    guard !client.isSandboxed else { return nil }
    return switch owners {
    case .only(let owner): client.user == owner ? AdminCaller(client, among: owners) : nil
    case .everyUser: AdminCaller(client, among: owners)
    }
}
