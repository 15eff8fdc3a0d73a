import FilmgateModel

/// This app's access to the person's photos, like PhotoKit's `PHAuthorizationStatus`.
public enum AuthorizationStatus: String, CaseIterable, Sendable {
    case notDetermined = "not-determined"
    /// An administrator's policy forbids access; the person cannot change that.
    case restricted
    case denied
    case authorized
    /// Only for `readWrite`: the app sees only the assets that the person selected and those that it added itself.
    case limited

    /// Whether a fetch can return any objects.
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

/// The new status for one kind of access.
public struct StatusChange: Hashable, Sendable {
    public let access: AccessLevel
    public let status: AuthorizationStatus

    public init(access: AccessLevel, status: AuthorizationStatus) {
        self.access = access
        self.status = status
    }
}
