/// The users that have a library behind one broker.
public enum Owners: Hashable, Sendable {
    /// One user alone, root as well as any other: the private setting.
    case only(UInt32)
    /// Every user, each a library of their own: the system setting. Root administers and has none.
    case everyUser

    public func contains(_ user: UInt32) -> Bool {
        switch self {
        case .only(let owner): user == owner
        case .everyUser: user != 0
        }
    }
}
