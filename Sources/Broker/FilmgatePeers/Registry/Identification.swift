public import FilmgateDBus
public import FilmgateModel

/// The identity of a caller.
public enum Identification: Hashable, Sendable {
    case client(Client)
    case unidentified(IdentificationError)
}

/// A connection to the bus and its client.
public struct Peer: Hashable, Sendable {
    public let name: BusName
    /// Nil if the bus did not report it, or was not asked.
    public let pid: UInt32?
    public let identification: Identification

    public var client: Client? {
        if case .client(let client) = identification { client } else { nil }
    }
}
