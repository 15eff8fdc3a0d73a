/// The users whose libraries one broker serves.
public enum Owners: Hashable, Sendable {
    /// One user, who may be root. The broker then uses a private bus.
    case only(UInt32)
    /// Every user except root, each with their own library. The broker then uses the system bus.
    case everyUser

    public func contains(_ user: UInt32) -> Bool {
        switch self {
        case .only(let owner): user == owner
        case .everyUser: user != 0
        }
    }
}
