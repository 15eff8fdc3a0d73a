internal import FilmgateModel

/// This app's access to the person's photos, like PhotoKit's `PHAuthorizationStatus`.
public enum AuthorizationStatus: String, CaseIterable, Sendable {
    case notDetermined = "not-determined"
    /// An administrator's policy forbids it; the person cannot change that.
    case restricted
    case denied
    case authorized
    /// Only for `readWrite`: the app sees what the person selected, and what it added itself.
    case limited

    /// Whether a fetch can return anything.
    public var allowsReading: Bool { self == .authorized || self == .limited }

    /// Whether the app may add assets, for the status of `add-only`.
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

/// A new status.
public struct StatusChange: Hashable, Sendable {
    public let access: AccessLevel
    public let status: AuthorizationStatus

    public init(access: AccessLevel, status: AuthorizationStatus) {
        self.access = access
        self.status = status
    }
}

/// This app's identity as the broker sees it.
public struct ClientIdentity: Hashable, Sendable {
    /// Nil if the broker could not identify the app; it then refuses every call that needs permission.
    public let id: ClientID?
    /// Whether the kernel isolates this app from others, so that none can impersonate it.
    public let isVerified: Bool
}
