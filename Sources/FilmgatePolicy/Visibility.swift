public import FilmgateModel

/// What a client may see, proven by a decision: only this module can make one, and every read of the store asks for one.
public struct Visibility: Hashable, Sendable {
    public let scope: Scope
    /// Values and files beyond these are left out of what is read, or refused.
    public let rights: Rights

    init(scope: Scope, rights: Rights) {
        self.scope = scope
        self.rights = rights
    }

    static let everything = Visibility(scope: .everything, rights: .all)
    static let nothing = Visibility(scope: .nothing, rights: [])

    /// Whether a fetch may list hidden assets when it asks for them; otherwise only naming one shows it.
    public var listsHidden: Bool { scope == .everything }

    /// Whether the client may be told of a property of what it sees.
    public func tells(_ property: AssetProperty) -> Bool { property.right.map(rights.contains) ?? true }

    /// Whether trashed assets exist at all for this client.
    public var seesTrash: Bool { scope == .everything }
}

/// The part of the library that is visible.
public enum Scope: Hashable, Sendable {
    case everything
    /// What was selected for a client, and what its author added.
    case selection(of: ClientID, addedBy: Author)
    case nothing
}

/// Who counts as the one who added an asset.
public enum Author: Hashable, Sendable {
    /// Every connection of the client.
    case client(ClientID)
    /// One connection alone, of a client whose name proves nothing.
    case connection(String, of: ClientID)

    public var client: ClientID {
        switch self {
        case .client(let id), .connection(_, of: let id): id
        }
    }
}

/// Who an asset that this client adds is recorded under, and recognised by afterwards.
///
/// An unverified client is its connection, unless an administrator vouched for the program by setting its grant.
public func author(for client: Client, under grant: Grant) -> Author {
    if client.isVerified || client.isOwnersTool || grant.grantor == .admin { return .client(client.id) }
    return .connection(client.connection, of: client.id)
}
