public import FilmgateModel

/// A worker's answer to a job.
///
/// On the wire: four bytes, little-endian, that count the bytes of fields that follow.
public enum JobAnswer: Equatable, Sendable {
    /// To `Job.inspect`.
    case facts(MediaFacts)
    /// To `Job.sidecar`.
    case sidecar(SidecarFacts)
    /// To `Job.render` and `Job.renderDegraded`.
    case image(RenderedImage)
    /// To `Job.renderDegraded`, if the file has no picture that is decoded faster than its own.
    case noDegradedImage
    /// To `Job.redact`.
    case redaction(Redaction)
    /// To `Job.metadata`.
    case metadata(FileMetadata)
    /// To `Job.convertVideo`, any number of times before its answer: which part of the work is done, from 0 to 1.
    case progress(Double)
    /// To `Job.convertVideo`.
    case video(ConvertedVideo)
    /// To `Job.replaceMetadata`: how many bytes were written from the start of the output.
    case written(UInt64)
    /// To `Job.embed` and `Job.describe`.
    case embedding(Embedding)
    /// To `Job.embed`, if the packet is not XMP, and to `Job.describe`, if the file cannot say this; the text is a sentence for a person.
    case invalidPacket(String)
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
        case .sidecar(let facts):
            body.put(Kind.sidecar.rawValue)
            body.put(facts)
        case .image(let image):
            body.put(Kind.image.rawValue)
            body.put(image.pixelWidth)
            body.put(image.pixelHeight)
            body.put(image.size)
        case .noDegradedImage: body.put(Kind.noDegradedImage.rawValue)
        case .redaction(let redaction):
            body.put(Kind.redaction.rawValue)
            body.put(redaction)
        case .metadata(let metadata):
            body.put(Kind.metadata.rawValue)
            body.put(metadata)
        case .progress(let fraction):
            body.put(Kind.progress.rawValue)
            body.put(fraction)
        case .video(let video):
            body.put(Kind.video.rawValue)
            body.put(video)
        case .written(let size):
            body.put(Kind.written.rawValue)
            body.put(size)
        case .embedding(let embedding):
            body.put(Kind.embedding.rawValue)
            body.put(embedding)
        case .invalidPacket(let reason):
            body.put(Kind.invalidPacket.rawValue)
            body.put(reason)
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
        case image
        case noDegradedImage
        case redaction
        case metadata
        case progress
        case video
        case written
        case sidecar
        case embedding
        case invalidPacket
    }

    /// Returns the number of bytes that follow; nil if no answer is that long.
    public static func bodySize(_ length: [UInt8]) -> Int? {
        let size = Int(number(length))
        return (1...largest).contains(size) ? size : nil
    }

    /// Reads an answer, which may come from a hostile worker. Returns nil if anything in it is invalid.
    public init?(untrusted body: [UInt8]) {
        guard let decoded = try? JobAnswer(garbledOrNot: body), decoded.isPlausible else { return nil }
        self = decoded
    }

    private init(garbledOrNot body: [UInt8]) throws(FieldReader.Garbled) {
        var reader = FieldReader(body)
        switch Kind(rawValue: try reader.number()) {
        case .facts: self = .facts(try reader.facts())
        case .sidecar: self = .sidecar(try reader.sidecar())
        case .image:
            self = .image(
                RenderedImage(
                    pixelWidth: try reader.number(), pixelHeight: try reader.number(), size: try reader.number()))
        case .noDegradedImage: self = .noDegradedImage
        case .redaction: self = .redaction(try reader.redaction())
        case .metadata: self = .metadata(try reader.metadata())
        case .progress: self = .progress(try reader.real())
        case .video: self = .video(try reader.video())
        case .written: self = .written(try reader.number())
        case .embedding: self = .embedding(try reader.embedding())
        case .invalidPacket: self = .invalidPacket(try reader.text())
        case .invalidContent: self = .invalidContent(try reader.text())
        case .tooLarge: self = .tooLarge(try reader.text())
        case nil: throw FieldReader.Garbled()
        }
        try reader.finish()
    }

    private var isPlausible: Bool {
        switch self {
        case .facts(let facts): facts.isPlausible
        case .sidecar(let facts): facts.isPlausible
        case .noDegradedImage: true
        case .image(let image): image.pixelWidth > 0 && image.pixelHeight > 0 && image.size > 0
        case .redaction(let redaction): redaction.isPlausible
        case .metadata(let metadata): metadata.isPlausible
        case .progress(let fraction): (0...1).contains(fraction)
        case .video(let video): video.isPlausible
        case .written(let size): size > 0
        case .embedding(let embedding): embedding.isPlausible
        case .invalidContent(let reason), .tooLarge(let reason), .invalidPacket(let reason):
            !reason.isEmpty && reason.utf8.count <= JobAnswer.longestReason
                && reason.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        }
    }
}

/// An image that a worker has written to the output of its job.
public struct RenderedImage: Hashable, Sendable {
    public let pixelWidth: UInt32
    public let pixelHeight: UInt32
    /// Bytes, from the start of the output.
    public let size: UInt64

    public init(pixelWidth: UInt32, pixelHeight: UInt32, size: UInt64) {
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.size = size
    }
}
