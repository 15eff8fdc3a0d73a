internal import FilmgateModel

/// What this app is allowed to do with the person's photos, after PhotoKit's `PHAuthorizationStatus`.
public enum AuthorizationStatus: String, CaseIterable, Sendable {
    case notDetermined = "not-determined"
    /// A policy of the computer's administrator forbids it; no person's answer changes that.
    case restricted
    case denied
    case authorized
    /// Read-write alone: the app sees what the person selected, and what it added itself.
    case limited

    /// Whether a fetch gives anything.
    public var allowsReading: Bool { self == .authorized || self == .limited }

    /// Whether assets may be added, for the status of `add-only`.
    public var allowsAdding: Bool { self == .authorized }

    init(_ status: AddOnlyStatus) {
        self =
            switch status {
            case .notDetermined: .notDetermined
            case .restricted: .restricted
            case .denied: .denied
            case .authorized: .authorized
            }
    }

    init(_ status: ReadWriteStatus) {
        self =
            switch status {
            case .notDetermined: .notDetermined
            case .restricted: .restricted
            case .denied: .denied
            case .authorized: .authorized
            case .limited: .limited
            }
    }
}

/// What is allowed now, where it was something else before, whoever changed it.
public struct StatusChange: Hashable, Sendable {
    public let access: AccessLevel
    public let status: AuthorizationStatus

    public init(access: AccessLevel, status: AuthorizationStatus) {
        self.access = access
        self.status = status
    }
}

/// How the broker sees this app.
public struct ClientIdentity: Hashable, Sendable {
    /// Nil where the broker could not tell; every call that needs permission is then refused.
    public let id: ClientID?
    /// Whether the kernel keeps this app apart from others, so that none can pass for it.
    public let isVerified: Bool
}
