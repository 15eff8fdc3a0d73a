internal import FilmgateFrontEnd
internal import FilmgateSystem

/// Messages over a socket pair of datagrams; a long one goes as a sealed memory file that its datagram refers to.
struct MessageSocket: Sendable {
    private let descriptor: OwnedDescriptor

    init(_ descriptor: OwnedDescriptor) { self.descriptor = descriptor }

    /// Blocks where the other side does not read.
    func send(_ message: AgentMessage) throws {
        let bytes = try Datagram.bytes(of: message)
        guard bytes.count > Datagram.limit else { return try descriptor.send(bytes) }
        let content = try OwnedDescriptor.sealedMemory(named: "filmgate-message", holding: bytes)
        try descriptor.send(try Datagram.bytes(of: Datagram.Reference(content: bytes.count)), with: content)
    }

    /// Blocks until a message comes; nil where the other side has hung up.
    ///
    /// - Throws: `Datagram.Fault` for what is no message, and `Errno`.
    func receive() throws -> FrontEndMessage? {
        // One more than there may be, so that what is too long does not pass for a message.
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
