/// The users that have a library behind one broker.
public enum Owners: Hashable, Sendable {
    /// One user, who may be root: the private setting.
    case only(UInt32)
    /// Every user but root, each with a library of their own: the system setting.
    case everyUser

    public func contains(_ user: UInt32) -> Bool {
        switch self {
        case .only(let owner): user == owner
        case .everyUser: user != 0
        }
    }
}
