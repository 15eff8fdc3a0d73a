internal import FoundationEssentials

/// How messages travel between two processes: one a datagram, as JSON; a long one as a memory file that goes with it.
public enum Datagram {
    /// The descriptor at which a front end's program finds its end of the socket pair.
    public static let descriptor: Int32 = 3
    /// No datagram is larger, in bytes.
    public static let limit = 65_536
    /// No memory file is larger.
    public static let contentLimit = 16 << 20

    /// Why bytes are no message.
    public enum Fault: Error, Hashable, Sendable {
        case tooLarge
        case malformed(String)
    }

    /// Stands for a message whose text is in the memory file that comes along.
    public struct Reference: Codable, Hashable, Sendable {
        /// Bytes.
        public let content: Int

        public init(content: Int) { self.content = content }
    }

    public static func bytes<Message: Encodable>(of message: Message) throws(Fault) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? Array(encoder.encode(message)), bytes.count <= contentLimit else { throw .tooLarge }
        return bytes
    }

    public static func message<Message: Decodable>(_ type: Message.Type, from bytes: [UInt8]) throws(Fault) -> Message {
        guard bytes.count <= contentLimit else { throw .tooLarge }
        do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch {
            throw .malformed("\(error)")
        }
    }
}
