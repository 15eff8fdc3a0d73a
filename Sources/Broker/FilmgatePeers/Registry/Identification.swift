public import FilmgateDBus
public import FilmgateModel

/// Who a caller is.
public enum Identification: Hashable, Sendable {
    case client(Client)
    case unidentified(IdentificationError)
}

/// A connection to the bus and who is behind it.
public struct Peer: Hashable, Sendable {
    public let name: BusName
    /// Nil if the bus did not tell, or was not asked.
    public let pid: UInt32?
    public let identification: Identification

    public var client: Client? {
        if case .client(let client) = identification { client } else { nil }
    }
}
