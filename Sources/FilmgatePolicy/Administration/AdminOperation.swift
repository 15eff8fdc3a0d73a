/// What is administered, as far as leave tells one thing from another.
public enum AdminOperation: CaseIterable, Sendable {
    /// Seeing who may do what and why, and how the library stands.
    case oversee
    /// Letting a client do no more than it may already.
    case takeBack
    /// Letting a client do more.
    case extend
    /// Seeing what was given and refused.
    case readAudit
    /// Going over all rows and files.
    case verify

    /// Whether leave that was given to a connection serves for all that it does of the kind: what is only read comes in pages. What
    /// is decided takes leave each time, for the next client is another.
    public var isReading: Bool {
        switch self {
        case .oversee, .readAudit, .verify: true
        case .takeBack, .extend: false
        }
    }

    /// On the user's own library.
    var actionOnOwn: AuthorizedAction {
        switch self {
        case .oversee: .readOwnGrants
        case .takeBack: .revokeOwnGrants
        case .extend: .extendOwnGrants
        case .readAudit, .verify: .useOwnLibrary
        }
    }

    /// On another user's.
    var actionOnOthers: AuthorizedAction {
        switch self {
        case .oversee, .takeBack, .extend, .verify: .manageGrants
        case .readAudit: .readAudit
        }
    }
}

extension AdminOperation {
    /// What it is to change a selection.
    public init(adding added: Int) { self = added == 0 ? .takeBack : .extend }
}
