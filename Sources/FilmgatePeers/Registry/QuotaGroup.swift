internal import FilmgateModel

extension TrustedPrograms {
    /// The group that a client's connections are counted with: one for each client of a user with a library, one for each user
    /// without.
    func quotaGroup(of client: ClientID, of user: UInt32) -> String {
        switch owners {
        case .only(user): client.description
        case .everyUser where owners.contains(user): "\(user) \(client)"
        case .only, .everyUser: "user \(user)"
        }
    }
}
