internal import FilmgateFrontEnd
internal import FilmgateSystem

/// Sends and receives messages as datagrams over a socket pair. A long message is a sealed memory file, and its datagram refers to it.
struct MessageSocket: Sendable {
    private let descriptor: OwnedDescriptor

    init(_ descriptor: OwnedDescriptor) { self.descriptor = descriptor }

    /// Blocks if the other side does not read.
    func send(_ message: AgentMessage) throws {
        let bytes = try Datagram.bytes(of: message)
        guard bytes.count > Datagram.limit else { return try descriptor.send(bytes) }
        let content = try OwnedDescriptor.sealedMemory(named: "filmgate-message", holding: bytes)
        try descriptor.send(try Datagram.bytes(of: Datagram.Reference(content: bytes.count)), with: content)
    }

    /// Blocks until a message comes. Returns nil if the other side has closed the socket.
    ///
    /// - Throws: `Datagram.Fault` if it is not a message, and `Errno`.
    func receive() throws -> FrontEndMessage? {
        // One byte more than the limit, to detect messages that are too long.
        let (bytes, content) = try descriptor.receiveWithDescriptor(atMost: Datagram.limit + 1)
        guard !bytes.isEmpty else { return nil }
        guard bytes.count <= Datagram.limit else { throw Datagram.Fault.tooLarge }
        guard let content else { return try Datagram.message(FrontEndMessage.self, from: bytes) }
        guard let facts = try? content.facts(), facts.isRegular, content.isReadable,
            let text = try content.contents(upTo: Datagram.contentLimit)
        else { throw Datagram.Fault.tooLarge }
        return try Datagram.message(FrontEndMessage.self, from: text)
    }
}
