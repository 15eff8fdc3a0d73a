public import FilmgateModel

/// The level of a grant: a name for the combination of its two statuses.
public enum Level: String, CaseIterable, Codable, Sendable {
    case undetermined, none
    case addOnly = "add-only"
    case limited, full, restricted

    public init(_ addOnly: AddOnlyStatus, _ readWrite: ReadWriteStatus) {
        self =
            switch (addOnly, readWrite) {
            case (_, .authorized): .full
            case (_, .limited): .limited
            case (.authorized, .denied), (.authorized, .restricted), (.authorized, .notDetermined): .addOnly
            case (.restricted, .denied), (.restricted, .restricted), (.restricted, .notDetermined): .restricted
            case (.denied, .restricted), (.notDetermined, .restricted): .restricted
            case (.notDetermined, .denied), (.notDetermined, .notDetermined), (.denied, .notDetermined): .undetermined
            case (.denied, .denied): .none
            }
    }

    public init(_ grant: Grant) { self.init(grant.addOnly, grant.readWrite) }

    /// The statuses that the level sets; nil for levels that cannot be set.
    public var statuses: (addOnly: AddOnlyStatus, readWrite: ReadWriteStatus)? {
        switch self {
        case .none: (.denied, .denied)
        case .addOnly: (.authorized, .denied)
        case .limited: (.authorized, .limited)
        case .full: (.authorized, .authorized)
        case .undetermined, .restricted: nil
        }
    }
}
