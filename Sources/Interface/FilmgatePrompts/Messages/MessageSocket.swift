public import FilmgateSystem

/// Exchanges messages as datagrams over a socket pair. A long message is in a sealed memory file, to which its datagram
/// refers.
public struct MessageSocket<Outgoing: Encodable & Sendable, Incoming: Decodable & Sendable>: Sendable {
    private let descriptor: OwnedDescriptor

    public init(_ descriptor: OwnedDescriptor) { self.descriptor = descriptor }

    /// Sends a message. Blocks while the other side does not read.
    ///
    /// - Parameter content: a file that belongs to the message. A message with a file must be short.
    /// - Throws: `DatagramError` if the message is too long; `Errno` of the socket.
    public func send(_ message: Outgoing, with content: OwnedDescriptor? = nil) throws {
        let bytes = try MessageDatagramCoder.bytes(of: message)
        let attached = content.map { [$0] } ?? []
        guard bytes.count > OwnedDescriptor.longestDatagram else { return try descriptor.send(bytes, with: attached) }
        guard content == nil else { throw DatagramError.tooLarge }
        let text = try OwnedDescriptor.sealedMemory(named: "filmgate-message", holding: bytes)
        try descriptor.send(
            try MessageDatagramCoder.bytes(of: MessageDatagramCoder.Reference(content: bytes.count)), with: [text])
    }

    /// Receives a message. Blocks until a message arrives.
    ///
    /// - Returns: the message and the file that belongs to it; nil if the other side has closed the socket.
    /// - Throws: `DatagramError` if the datagram is not a message; `Errno` of the socket.
    public func receive() throws -> (message: Incoming, content: OwnedDescriptor?)? {
        let (bytes, descriptors) = try descriptor.receive()
        guard !bytes.isEmpty else { return nil }
        let content = descriptors.first
        // A datagram that is not a reference contains the message itself.
        guard let content, (try? MessageDatagramCoder.message(MessageDatagramCoder.Reference.self, from: bytes)) != nil
        else {
            return (try MessageDatagramCoder.message(Incoming.self, from: bytes), content)
        }
        guard try content.facts().isRegular, content.isReadable,
            let text = try content.contents(upTo: MessageDatagramCoder.contentLimit)
        else { throw DatagramError.tooLarge }
        return (try MessageDatagramCoder.message(Incoming.self, from: text), nil)
    }
}
