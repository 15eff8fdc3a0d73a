public import FilmgateModel

/// What a client may see, proven by a decision: only this module can make one, and every read of the store asks for one.
public struct Visibility: Hashable, Sendable {
    public let scope: Scope
    /// Values and files beyond these are left out of what is read, or refused.
    public let rights: Rights
    private let creators: Creators

    /// Which assets' creators a client is told.
    enum Creators: Hashable, Sendable {
        case all
        /// Where it is itself.
        case itself(Holder)
        case none
    }

    init(scope: Scope, rights: Rights, creators: Creators = .none) {
        self.scope = scope
        self.rights = rights
        self.creators = creators
    }

    static let everything = Visibility(scope: .everything, rights: .all, creators: .all)
    static let nothing = Visibility(scope: .nothing, rights: [])

    /// Whether a fetch may list hidden assets when it asks for them; otherwise only naming one shows it.
    public var listsHidden: Bool { scope == .everything }

    /// Whether the client may be told of a property of what it sees.
    public func tells(_ property: AssetProperty) -> Bool { property.right.map(rights.contains) ?? true }

    /// What the client lacks to open files: they come out whole or not at all.
    public var lackingForFiles: Rights { Rights.all.subtracting(rights) }

    /// What the client lacks to change these properties of an asset that is there: nobody overwrites or takes away what they may
    /// not know.
    public func lacking(for changes: AssetChanges) -> Rights {
        changes.properties.reduce(into: Rights()) { $0.formUnion($1.right ?? []) }.subtracting(rights)
    }

    /// Whether the client may be told that this one added an asset.
    ///
    /// - Parameter connection: which one of the client's connections, where it was added by that alone.
    public func tellsCreator(_ creator: ClientID, connection: String?) -> Bool {
        switch creators {
        case .all: true
        case .itself(.client(let id)): id == creator
        case .itself(.connection(let own, of: let id)): id == creator && own == connection
        case .none: false
        }
    }

    /// Whether trashed assets exist at all for this client.
    public var seesTrash: Bool { scope == .everything }
}

/// The part of the library that is visible.
public enum Scope: Hashable, Sendable {
    case everything
    /// What was selected for a holder, and what it added.
    case selection(of: Holder)
    case nothing
}

/// Whose the grant that a client goes by is, its selection, and what it adds.
///
/// An unverified client is its connection, unless an administrator vouched for the program by a grant or a policy.
public func holder(for client: Client, under grant: Grant) -> Holder {
    if client.isVerified || client.isOwnersTool { return .client(client.id) }
    return switch grant.grantor {
    case .admin, .policy: .client(client.id)
    case .person, nil: .connection(client.connection, of: client.id)
    }
}
