/// The owner of a grant, a selection or added assets: a client, or one connection of an unverified client.
public enum Holder: Hashable, Sendable {
    /// All connections of the client.
    case client(ClientID)
    /// One connection of an unverified client.
    case connection(String, of: ClientID)

    public var client: ClientID {
        switch self {
        case .client(let id), .connection(_, of: let id): id
        }
    }

    /// The connection; nil if the holder is the whole client.
    public var connection: String? {
        switch self {
        case .client: nil
        case .connection(let name, of: _): name
        }
    }
}
