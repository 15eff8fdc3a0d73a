import FilmgateModel

/// This app's access to the person's photos, like PhotoKit's `PHAuthorizationStatus`.
public enum AuthorizationStatus: String, CaseIterable, Sendable {
    case notDetermined = "not-determined"
    /// An administrator's policy forbids access, and the person cannot change the policy.
    case restricted
    case denied
    case authorized
    /// The app sees only the assets that the person selected and the assets that it added. Only for `readWrite`.
    case limited

    /// Whether the app may fetch objects.
    public var allowsReading: Bool { self == .authorized || self == .limited }

    /// Whether the app may add assets. Meaningful only for the status of `addOnly`.
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

/// The app's current or new status for one access level.
public struct StatusChange: Hashable, Sendable {
    public let access: AccessLevel
    public let status: AuthorizationStatus

    public init(access: AccessLevel, status: AuthorizationStatus) {
        self.access = access
        self.status = status
    }
}
