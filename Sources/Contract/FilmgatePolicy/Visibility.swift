public import FilmgateModel

/// The part of the library that a client may see. A visibility proves a decision: only this module can create one, and
/// every read of the store requires one.
public struct Visibility: Hashable, Sendable {
    public let scope: Scope
    /// The client's rights. Values and files that need other rights are left out or refused.
    public let rights: Rights
    public let limits: ContentLimits
    private let creators: Creators
    /// Whether this is the visibility of one of the owner's tools, including tools that may only add.
    public let isOfOwnersTool: Bool

    /// The creators whose identity the client may read, if it sees their assets.
    enum Creators: Hashable, Sendable {
        case all
        /// Only the client itself.
        case itself(Holder)
        case none
    }

    init(
        scope: Scope, rights: Rights, limits: ContentLimits = ContentLimits(), creators: Creators = .none,
        isOfOwnersTool: Bool = false
    ) {
        self.scope = scope
        self.rights = rights
        self.limits = limits
        self.creators = creators
        self.isOfOwnersTool = isOfOwnersTool
    }

    static let everything = Visibility(scope: .everything, rights: .all, creators: .all, isOfOwnersTool: true)
    static let nothing = Visibility(scope: .nothing, rights: [])

    /// Whether a fetch may list hidden assets. If not, the client can fetch a hidden asset only by its identifier.
    public var listsHidden: Bool { scope.isOfLibrary }

    /// Returns whether the client may read a property of the assets that it sees.
    public func shows(_ property: AssetProperty) -> Bool {
        // With the hash, a client could confirm a guess of the exact location in the file.
        if property == .contentHash, limits.locationPrecision != .exact { return false }
        return property.right.map(rights.contains) ?? true
    }

    /// The reader whose content tokens the client gets; nil if the client gets none, for example for a picked item.
    public var tokenReader: ContentTokenRecipient? {
        if isOfOwnersTool { return .owner }
        return switch creators {
        case .all: .owner
        case .itself(let holder): .client(holder.client)
        case .none: nil
        }
    }

    /// The reason why the client cannot open files; nil if it can open them.
    public var closesFiles: FileAccessRefusal? {
        rights.contains(.originals) ? limits.maxPixels.map { .maxPixels($0) } : .lackingOriginals
    }

    /// The client's rights and limits for reading. If they change, any value that the client reads can change.
    public var reading: ReadPermissions { ReadPermissions(rights: rights.intersection(.reading), limits: limits) }

    /// The kinds of metadata that must be removed from files before the client gets the files. They include `location`
    /// if the client gets only the town.
    public var redactedKinds: Set<MetadataKind> {
        var kinds = Set(MetadataKind.allCases.filter { !rights.contains($0.right) })
        if limits.locationPrecision != .exact { kinds.insert(.location) }
        return kinds
    }

    /// Whether the client gets locations, but only to the precision of the town.
    public var showsTown: Bool { rights.contains(.location) && limits.locationPrecision == .town }

    /// Returns the rights that the client lacks to change properties of an existing asset: a client must not overwrite
    /// or remove a value that it may not read.
    public func lacking(for changes: AssetChanges) -> Rights {
        changes.properties.reduce(into: Rights()) { $0.formUnion($1.right ?? []) }.subtracting(rights)
    }

    /// Returns whether the changes set or remove a location although the client reads locations only in rounded form. A
    /// client must not overwrite a value that it cannot read.
    public func blursPlaces(of changes: AssetChanges) -> Bool {
        limits.locationPrecision != .exact && changes.properties.contains(.location)
    }

    /// Returns whether the client may learn that the creator added an asset.
    ///
    /// - Parameter connection: the connection that added the asset; nil if the asset counts for all connections of the
    ///   creator.
    public func showsCreator(_ creator: ClientID, connection: String?) -> Bool {
        switch creators {
        case .all: true
        case .itself(.client(let id)): id == creator
        case .itself(.connection(let own, of: let id)): id == creator && own == connection
        case .none: false
        }
    }

    /// Returns whether the client may get the adjustment data of an edit. The data can contain anything that the
    /// editing app knew.
    ///
    /// - Parameter editor: the client that made the edit.
    public func showsAdjustmentData(of editor: ClientID?, to client: Client) -> Bool {
        closesFiles == nil && (redactedKinds.isEmpty || client.isVerified && editor == client.id)
    }

    /// Returns whether the client's own access lets it resume an edit, and so get the adjustment data.
    public func resumesEdit(of editor: ClientID?, _ client: Client) -> Bool {
        rights.contains(.write) && showsAdjustmentData(of: editor, to: client)
    }

    /// Whether this is the visibility of the owner, who may read everything.
    public var isOwners: Bool { creators == .all }

    /// Whether the client sees trashed assets at all.
    public var seesTrash: Bool { scope.isOfLibrary }
}

/// The client or owner that reads content tokens. Tokens of different readers cannot be compared.
public enum ContentTokenRecipient: Hashable, Sendable {
    case owner
    case client(ClientID)
}

/// The rights and limits that determine which values and files of visible assets a client can read.
public struct ReadPermissions: Hashable, Sendable {
    public let rights: Rights
    public let limits: ContentLimits

    /// - Parameter rights: rights from `Rights.reading` only.
    public init(rights: Rights, limits: ContentLimits) {
        self.rights = rights
        self.limits = limits
    }
}

/// The reason why a client may not open files.
public enum FileAccessRefusal: Hashable, Sendable {
    /// The client lacks the right `originals`.
    case lackingOriginals
    /// The client gets only images with at most this many pixels on the longer side.
    case maxPixels(UInt32)
}

/// The part of the library that is visible.
public enum Scope: Hashable, Sendable {
    case everything
    /// All assets of one type. Albums and folders are left out, because they reveal other assets.
    case assets(of: MediaType)
    /// The assets that are selected for a holder or that the holder added, of all types or of one type.
    case selection(of: Holder, only: MediaType? = nil)
    /// One asset, only by its identifier: fetches do not list it, and observers are not notified of it.
    case item(AssetID)
    case nothing

    /// Whether the scope includes hidden and trashed assets.
    var isOfLibrary: Bool {
        switch self {
        case .everything, .assets: true
        case .selection, .item, .nothing: false
        }
    }

    func limited(to types: Set<MediaType>) -> Scope {
        if types == MediaType.all { return self }
        // There are only two types, so at most one is left here.
        guard let only = types.first else { return .nothing }
        return switch self {
        case .everything, .assets: .assets(of: only)
        case .selection(let holder, _): .selection(of: holder, only: only)
        case .item(let id): .item(id)
        case .nothing: .nothing
        }
    }
}

/// Returns the holder of a client's grant, of its selection, and of the assets that it adds.
///
/// The holder of an unverified client is its connection, unless an administrator or a policy made the grant.
public func holder(for client: Client, under grant: Grant) -> Holder {
    if client.isVerified || client.isOwnersTool { return .client(client.id) }
    return switch grant.grantor {
    case .admin, .policy: .client(client.id)
    case .person, nil: .connection(client.connection, of: client.id)
    }
}
