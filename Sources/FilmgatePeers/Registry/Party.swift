internal import FilmgateModel

extension TrustedPrograms {
    /// Whom a client's connections are counted with: apart for each client that has a library here, together for a user
    /// that has none.
    func quotaGroup(of client: ClientID, of user: UInt32) -> String {
        switch owners {
        case .only(user): client.description
        case .everyUser where owners.contains(user): "\(user) \(client)"
        case .only, .everyUser: "user \(user)"
        }
    }
}
