public import FilmgateModel

/// Proof that policy allows a client to administer a user's grants and library.
public struct AdminPermit: Hashable, Sendable {
    /// The user whose grants and library are administered.
    public let user: UInt32
    /// The administrator.
    public let client: Client
    /// The authorization; nil if the operation does not need authorization.
    private let authorization: Authorization?

    init(user: UInt32, client: Client, authorization: Authorization? = nil) {
        self.user = user
        self.client = client
        self.authorization = authorization
    }

    /// Returns whether the permit also allows this operation. A request can need a different operation when it is
    /// executed than when it was authorized, because the client's access may have changed in between.
    public func covers(_ operation: AdminOperation) -> Bool {
        guard let authorization else { return true }
        let action = user == client.user ? operation.actionOnOwn : operation.actionOnOthers
        return authorization.action == action || authorization.action == .extendOwnGrants && action == .revokeOwnGrants
    }

    /// Whether the owner administers their own library with one of the owner's tools.
    public var isByOwner: Bool { client.isOwnersTool && client.user == user }

    /// The visibility for administrators, who see everything that they decide about.
    public var visibility: Visibility { .everything }
}

/// A caller that may make administrative requests. `permit(for:on:with:)` decides about each request.
public struct AdminCaller: Hashable, Sendable {
    public let client: Client
    private let owners: Owners

    init(_ client: Client, among owners: Owners) {
        self.client = client
        self.owners = owners
    }

    /// The user whose library is administered if the request does not name a user. Nil for root on the system bus,
    /// where root does not have a library.
    public var ownUser: UInt32? { owners.contains(client.user) ? client.user : nil }

    /// Returns the requirement that the caller must meet for an operation on a user's library.
    public func requirement(for operation: AdminOperation, on user: UInt32) -> AdminRequirement {
        switch owners {
        case .only: user == client.user ? .nothing : .impossible
        case .everyUser where !owners.contains(user): .impossible
        case .everyUser: .authorization(user == client.user ? operation.actionOnOwn : operation.actionOnOthers)
        }
    }

    /// Returns the permit for an operation, or nil if the operation needs a different authorization or is not possible.
    ///
    /// - Parameter authorization: polkit's authorization; nil if polkit was not asked.
    public func permit(for operation: AdminOperation, on user: UInt32, with authorization: Authorization?)
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

/// The requirement that a caller must meet for an administrative operation.
public enum AdminRequirement: Hashable, Sendable {
    /// The caller's identity suffices.
    case nothing
    case authorization(AuthorizedAction)
    /// No authorization allows the operation.
    case impossible
}

/// Returns nil if the client may not make administrative requests. The client must run outside every sandbox and
/// without a delegate. On a private bus, it must run as the owner; on the system bus, as any user or root.
public func adminCaller(_ client: Client, among owners: Owners) -> AdminCaller? {
    guard !client.isSandboxed, client.delegate == nil else { return nil }
    return switch owners {
    case .only(let owner): client.user == owner ? AdminCaller(client, among: owners) : nil
    case .everyUser: AdminCaller(client, among: owners)
    }
}
