import FoundationEssentials

/// Encodes and decodes, as JSON, the messages between the agent and a front end, the program that shows questions.
public enum MessageDatagramCoder {
    /// The size limit of a message, in bytes.
    public static let contentLimit = 16 << 20

    /// The content of a datagram whose message is in an attached memory file.
    public struct Reference: Codable, Hashable, Sendable {
        /// The size of the text in bytes.
        public let content: Int
    }

    public static func bytes<Message: Encodable>(of message: Message) throws(DatagramError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding never fails, because JSON can represent every message.
        guard let bytes = try? Array(encoder.encode(message)), bytes.count <= contentLimit else { throw .tooLarge }
        return bytes
    }

    public static func message<Message: Decodable>(_ type: Message.Type, from bytes: [UInt8]) throws(DatagramError)
        -> Message
    {
        guard bytes.count <= contentLimit else { throw .tooLarge }
        do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch {
            throw .malformed("\(error)")
        }
    }
}

/// The reason why a message cannot be encoded or decoded.
public enum DatagramError: Error, Hashable, Sendable {
    case tooLarge
    case malformed(String)
}
