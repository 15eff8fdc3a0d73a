public import FilmgateModel

/// A kind of administrative operation. The kind determines the polkit action that must be authorized.
public enum AdminOperation: CaseIterable, Sendable {
    /// Reads the clients' access and the reasons for it, and the state of the library.
    case oversee
    /// Changes a grant so that the client may do no more than before.
    case takeBack
    /// Changes a grant so that the client may do more.
    case extend
    /// Reads the audit log.
    case readAudit
    /// Checks all rows and files, and clears the image cache.
    case verify
    /// Copies the whole library.
    case backUp
    /// Replaces the library with a backup.
    case restore
    /// Undoes the changes that a client or the owner's tools made within a range of dates.
    case undo
    /// Undoes batches that the calling connection made itself.
    case undoOwnBatches
    /// Lists the items in the inbox.
    case lookAtAdded
    /// Finds photos by their file names, for an explanation of access.
    case lookUp
    /// Accepts, rejects or deletes items in the inbox.
    case decideOnAdded

    /// Whether an authorization stays valid for later calls of the same connection, because the operation takes several
    /// calls. A decision needs a new authorization each time, because it may concern a different client.
    public var takesSeveralCalls: Bool {
        switch self {
        case .oversee, .readAudit, .verify, .backUp, .restore, .lookAtAdded, .lookUp: true
        case .takeBack, .extend, .undo, .undoOwnBatches, .decideOnAdded: false
        }
    }

    /// The polkit action for operations on the caller's own library.
    var actionOnOwn: AuthorizedAction {
        switch self {
        case .oversee: .readOwnGrants
        case .takeBack: .revokeOwnGrants
        case .extend: .extendOwnGrants
        case .readAudit, .verify, .backUp, .restore, .undo, .undoOwnBatches, .lookAtAdded, .lookUp, .decideOnAdded:
            .useOwnLibrary
        }
    }

    /// Whether the authorization to use the library, which the owner's tools need anyway, also covers this operation.
    ///
    /// This authorization covers undoing batches of the tool's own connection, because the tool could reverse these
    /// changes itself. It does not cover undoing the changes of other connections and apps.
    public var isUseOfLibrary: Bool {
        switch self {
        case .lookAtAdded, .lookUp, .decideOnAdded, .undoOwnBatches: true
        case .oversee, .takeBack, .extend, .readAudit, .verify, .backUp, .restore, .undo: false
        }
    }

    /// The polkit action for operations on another user's library.
    var actionOnOthers: AuthorizedAction {
        switch self {
        case .oversee, .takeBack, .extend, .verify, .undo, .undoOwnBatches, .lookAtAdded, .lookUp: .manageGrants
        case .decideOnAdded: .manageInbox
        case .readAudit: .readAudit
        case .backUp, .restore: .manageBackups
        }
    }
}

extension AdminOperation {
    /// Creates the operation that changes a selection.
    ///
    /// - Parameter added: the number of assets and albums that the change adds.
    public init(adding added: Int) { self = added == 0 ? .takeBack : .extend }

    /// Creates the operation that undoes changes.
    ///
    /// - Parameters:
    ///   - client: the client whose changes are undone; nil means the owner's tools.
    ///   - namesOwnBatches: whether the call names batches of its own connection, rather than a range of dates.
    public init(undoingOf client: ClientID?, namesOwnBatches: Bool) {
        self = client == nil && namesOwnBatches ? .undoOwnBatches : .undo
    }
}
