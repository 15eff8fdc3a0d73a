/// A kind of administration that needs an authorization of its own.
public enum AdminOperation: CaseIterable, Sendable {
    /// Reads who may do what and why, and the state of the library.
    case oversee
    /// Changes a grant so that the client may do no more than before.
    case takeBack
    /// Changes a grant so that the client may do more.
    case extend
    /// Reads the audit log.
    case readAudit
    /// Checks all rows and files, and clears the cache of images.
    case verify
    /// Copies everything that the library holds.
    case backUp
    /// Replaces the library by a backup.
    case restore
    /// Takes back what a client changed.
    case undo
    /// Looks at what apps added that waits for the person.
    case lookAtAdded
    /// Finds photos by their names.
    case lookUp
    /// Keeps, rejects or deletes what apps added that waits for the person.
    case decideOnAdded

    /// Whether an authorization of a connection holds for all its later calls of the kind, because the operation takes several calls.
    /// A decision needs a new authorization each time, because it may be about a different client.
    public var takesSeveralCalls: Bool {
        switch self {
        case .oversee, .readAudit, .verify, .backUp, .restore, .lookAtAdded, .lookUp: true
        case .takeBack, .extend, .undo, .decideOnAdded: false
        }
    }

    /// The action for the caller's own library.
    var actionOnOwn: AuthorizedAction {
        switch self {
        case .oversee: .readOwnGrants
        case .takeBack: .revokeOwnGrants
        case .extend: .extendOwnGrants
        case .readAudit, .verify, .backUp, .restore, .undo, .lookAtAdded, .lookUp, .decideOnAdded: .useOwnLibrary
        }
    }

    /// Whether the owner's tools do it with the authorization with which they see, change and delete the photos of the library.
    public var isUseOfLibrary: Bool {
        switch self {
        case .lookAtAdded, .lookUp, .decideOnAdded: true
        case .oversee, .takeBack, .extend, .readAudit, .verify, .backUp, .restore, .undo: false
        }
    }

    /// The action for another user's library.
    var actionOnOthers: AuthorizedAction {
        switch self {
        case .oversee, .takeBack, .extend, .verify, .undo, .lookAtAdded, .lookUp: .manageGrants
        case .decideOnAdded: .manageInbox
        case .readAudit: .readAudit
        case .backUp, .restore: .manageBackups
        }
    }
}

extension AdminOperation {
    /// The operation that changes a selection.
    ///
    /// - Parameter added: how many assets and albums the change adds.
    public init(adding added: Int) { self = added == 0 ? .takeBack : .extend }
}
