public import FilmgateModel

/// Whom a job is done for: jobs take turns by user and then by client, and no worker sees files of two users.
public struct JobOwner: Hashable, Sendable {
    /// Whose library the file is for.
    public let user: UInt32
    public let client: ClientID

    public init(user: UInt32, client: ClientID) {
        self.user = user
        self.client = client
    }
}
