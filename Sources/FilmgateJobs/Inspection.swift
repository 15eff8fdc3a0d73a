public import FilmgateModel

/// A worker's answer to `Job.inspect`.
///
/// On the wire: four bytes, little-endian, that count the bytes of fields that follow.
public enum Inspection: Equatable, Sendable {
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

    public func encoded() -> [UInt8] {
        var body = FieldWriter()
        switch self {
        case .facts(let facts):
            body.put(Kind.facts.rawValue)
            body.put(facts)
        case .invalidContent(let reason):
            body.put(Kind.invalidContent.rawValue)
            body.put(reason)
        case .tooLarge(let reason):
            body.put(Kind.tooLarge.rawValue)
            body.put(reason)
        }
        return littleEndian(UInt32(body.bytes.count)) + body.bytes
    }

    private enum Kind: UInt8 {
        case facts = 1
        case invalidContent
        case tooLarge
    }

    /// The number of bytes that follow; nil where an answer cannot be so long.
    public static func bodySize(_ length: [UInt8]) -> Int? {
        let size = Int(number(length))
        return (1...largest).contains(size) ? size : nil
    }

    /// Reads an answer that may come from a worker that has been taken over: nil where anything about it is not as an
    /// honest one makes it.
    public init?(untrusted body: [UInt8]) {
        guard let decoded = try? Inspection(garbledOrNot: body), decoded.isPlausible else { return nil }
        self = decoded
    }

    private init(garbledOrNot body: [UInt8]) throws(FieldReader.Garbled) {
        var reader = FieldReader(body)
        switch Kind(rawValue: try reader.number()) {
        case .facts: self = .facts(try reader.facts())
        case .invalidContent: self = .invalidContent(try reader.text())
        case .tooLarge: self = .tooLarge(try reader.text())
        case nil: throw FieldReader.Garbled()
        }
        try reader.finish()
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
