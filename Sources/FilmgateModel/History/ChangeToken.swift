/// A client's place in the history of what it sees, to be kept and handed back; what it says is the library's own business.
///
/// Two are equal exactly while nothing has happened that the client may see.
public struct ChangeToken: Hashable, Sendable {
    public let text: String

    /// Of whatever somebody hands back: the library finds out whether it ever gave it away.
    public init(_ text: String) { self.text = text }
}
