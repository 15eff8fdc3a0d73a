public import FilmgateChannel
public import FilmgateModel

/// A worker's answer to a job. The broker must check the answer, because the worker may be compromised.
public enum JobAnswer: ChannelMessage, Equatable {
    /// The answer to `Job.inspect`.
    case facts(MediaFacts)
    /// The answer to `Job.sidecar`.
    case sidecar(SidecarFacts)
    /// The answer to `Job.render` and `Job.renderDegraded`.
    case image(RenderedFile)
    /// The answer to `Job.renderDegraded` if the file has no intact picture that is faster to decode than the main one.
    case noDegradedImage
    /// The answer to `Job.redact`.
    case redaction(Redaction)
    /// The answer to `Job.metadata`.
    case metadata(FileMetadata)
    /// The progress of `Job.convertVideo`, sent any number of times before the answer: the completed part of the work,
    /// from 0 to 1, and the number of bytes at the beginning of the output that are final.
    case progress(Double, finalBytes: UInt64 = 0)
    /// The answer to `Job.convertVideo`.
    case video(RenderedFile)
    /// The answer to `Job.replaceMetadata` and `Job.transform`: the number of bytes that were written to the start of
    /// the output.
    case written(UInt64)
    /// The answer to `Job.embed` and `Job.describe`.
    case embedding(EmbeddingPlan)
    /// The answer to `Job.embed` if the packet is not XMP, and to `Job.describe` if a value is invalid or the file
    /// cannot hold the metadata. The text is a sentence for a person.
    case invalidPacket(String)
    /// The file cannot be read, or is not suitable for the job. The text is a sentence for a person.
    case invalidContent(String)
    /// The file or the result is too large. The text is a sentence for a person.
    case tooLarge(String)

    public static let mostBytes = 1 << 20
    /// The maximum length of the sentence in a failure, in UTF-8 bytes.
    public static let longestReason = 500

    public var isPlausible: Bool {
        switch self {
        case .facts(let facts): facts.isPlausible
        case .sidecar(let facts): facts.isPlausible
        case .noDegradedImage: true
        case .image(let file), .video(let file): file.pixelWidth > 0 && file.pixelHeight > 0 && file.size > 0
        case .redaction(let redaction): redaction.isPlausible
        case .metadata(let metadata): metadata.isPlausible
        case .progress(let fraction, _): (0...1).contains(fraction)
        case .written(let size): size > 0
        case .embedding(let embedding): embedding.isPlausible
        case .invalidContent(let reason), .tooLarge(let reason), .invalidPacket(let reason):
            !reason.isEmpty && reason.utf8.count <= JobAnswer.longestReason
                && reason.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        }
    }
}

/// An image or a video that a worker has written to the output of its job.
public struct RenderedFile: Codable, Hashable, Sendable {
    /// The size of the upright picture in pixels. The pixels are square.
    public let pixelWidth: UInt32
    public let pixelHeight: UInt32
    /// The size in bytes of the file, which is at the start of the output.
    public let size: UInt64

    public init(pixelWidth: UInt32, pixelHeight: UInt32, size: UInt64) {
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.size = size
    }
}
