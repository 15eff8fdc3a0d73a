/// Whose a grant, a selection and what was added are.
public enum Holder: Hashable, Sendable {
    /// Every connection of the client.
    case client(ClientID)
    /// One connection alone, of a client whose name proves nothing beyond it.
    case connection(String, of: ClientID)

    public var client: ClientID {
        switch self {
        case .client(let id), .connection(_, of: let id): id
        }
    }

    /// Nil where every connection of the client is the holder.
    public var connection: String? {
        switch self {
        case .client: nil
        case .connection(let name, of: _): name
        }
    }
}
