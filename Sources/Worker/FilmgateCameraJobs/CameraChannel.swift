package import FilmgateSystem
import FoundationEssentials

/// One end of the socket between the tool and `filmgate-camera`: JSON, a message a line, some with a descriptor.
///
/// Belongs to one task.
package final class CameraChannel {
    private let socket: OwnedDescriptor
    private var received: [UInt8] = []
    /// The descriptor that came with the latest message.
    private var attached: OwnedDescriptor?

    /// Far more than the longest path.
    private static let longestLine = 64 << 10

    package init(_ socket: OwnedDescriptor) { self.socket = socket }

    /// - Throws: `brokenPipe` if the other end is closed.
    package func send(_ message: some Encodable, with descriptor: OwnedDescriptor? = nil) throws(Errno) {
        let line: [UInt8]
        do { line = try Array(JSONEncoder().encode(message)) + [UInt8(ascii: "\n")] } catch { throw .badMessage }
        try socket.send(line, with: descriptor)
    }

    /// Returns the next message; nil if the other end is closed. Blocks.
    ///
    /// - Throws: `badMessage` if it is no such message.
    package func next<Message: Decodable>(_ type: Message.Type) throws(Errno) -> Message? {
        while !hasMessage {
            guard try fill() else { return nil }
        }
        guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { received.removeFirst(end + 1) }
        do { return try JSONDecoder().decode(type, from: Data(received[..<end])) } catch { throw .badMessage }
    }

    /// Whether `next` would not block.
    package var hasMessage: Bool { received.contains(UInt8(ascii: "\n")) }

    /// Reads what has come; blocks if nothing has. Returns false if the other end is closed.
    package func fill() throws(Errno) -> Bool {
        let (bytes, descriptor) = try socket.receiveWithDescriptor(atMost: 16 << 10)
        if let descriptor { attached = descriptor }
        received += bytes
        guard hasMessage || received.count <= CameraChannel.longestLine else { throw .badMessage }
        return !bytes.isEmpty
    }

    /// Returns whether something came, or the other end was closed, in that time.
    package func waits(atMost time: Duration) throws(Errno) -> Bool { try socket.waitUntilReadable(atMost: time) }

    /// Returns the descriptor that came with the latest message, once.
    package func takeDescriptor() -> OwnedDescriptor? {
        defer { attached = nil }
        return attached
    }
}
