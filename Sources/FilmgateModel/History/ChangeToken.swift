/// A client's position in the history of what it sees. The client stores it and hands it back; its text is opaque.
///
/// Two tokens are equal exactly if nothing that the client may see happened in between.
public struct ChangeToken: Hashable, Sendable {
    public let text: String

    /// Takes any text that a client hands back. The library checks whether it issued it.
    public init(_ text: String) { self.text = text }
}
