public import FilmgateModel

/// The user and client of a job: users take turns, and each user's clients. No worker gets files of two users.
public struct JobOwner: Hashable, Sendable {
    /// The owner of the library that the file is for.
    public let user: UInt32
    public let client: ClientID

    public init(user: UInt32, client: ClientID) {
        self.user = user
        self.client = client
    }
}
