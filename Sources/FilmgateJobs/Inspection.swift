public import FilmgateModel
internal import FoundationEssentials

/// A worker's answer to `Job.inspect`.
///
/// On the wire: four bytes, little-endian, that count the bytes of JSON that follow.
public enum Inspection: Equatable, Sendable, Codable {
    case facts(MediaFacts)
    /// A sentence for a person: the file is no photo or video that can be read.
    case invalidContent(String)
    /// A sentence for a person: the file is one, but of dimensions beyond all measure.
    case tooLarge(String)

    public static let lengthSize = 4
    /// A longer answer is no answer.
    public static let largest = 1 << 20
    /// UTF-8 bytes of a reason.
    public static let longestReason = 500

    public func encoded() throws -> [UInt8] {
        let body = try JSONEncoder().encode(self)
        return littleEndian(UInt32(body.count)) + body
    }

    /// The number of bytes that follow; nil where an answer cannot be so long.
    public static func bodySize(_ length: [UInt8]) -> Int? {
        let size = Int(number(length))
        return (1...largest).contains(size) ? size : nil
    }

    /// Reads an answer that may come from a worker that has been taken over: nil where anything about it is not as an
    /// honest one makes it.
    public init?(untrusted body: [UInt8]) {
        guard let decoded = try? JSONDecoder().decode(Inspection.self, from: Data(body)), decoded.isPlausible else {
            return nil
        }
        self = decoded
    }

    private var isPlausible: Bool {
        switch self {
        case .facts(let facts): facts.isPlausible
        case .invalidContent(let reason), .tooLarge(let reason):
            !reason.isEmpty && reason.utf8.count <= Inspection.longestReason
                && reason.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        }
    }
}
