public import FilmgateModel

/// A worker's answer to `Job.inspect`.
///
/// On the wire: four bytes, little-endian, that count the bytes of fields that follow.
public enum Inspection: Equatable, Sendable {
    case facts(MediaFacts)
    /// The file is no photo or video that can be read; the text is a sentence for a person.
    case invalidContent(String)
    /// The file's dimensions are too large; the text is a sentence for a person.
    case tooLarge(String)

    public static let lengthSize = 4
    /// A longer answer is invalid.
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

    /// Returns the number of bytes that follow; nil if no answer is that long.
    public static func bodySize(_ length: [UInt8]) -> Int? {
        let size = Int(number(length))
        return (1...largest).contains(size) ? size : nil
    }

    /// Reads an answer, which may come from a hostile worker. Returns nil if anything in it is invalid.
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
