public import FilmgateChannel
public import FilmgateModel

/// A worker's answer to a job, which may come from a hostile worker.
public enum JobAnswer: ChannelMessage, Equatable {
    /// To `Job.inspect`.
    case facts(MediaFacts)
    /// To `Job.sidecar`.
    case sidecar(SidecarFacts)
    /// To `Job.render` and `Job.renderDegraded`.
    case image(RenderedFile)
    /// To `Job.renderDegraded`, if the file has no picture that is decoded faster than its own.
    case noDegradedImage
    /// To `Job.redact`.
    case redaction(Redaction)
    /// To `Job.metadata`.
    case metadata(FileMetadata)
    /// To `Job.convertVideo`, any number of times before its answer: which part of the work is done, from 0 to 1.
    case progress(Double)
    /// To `Job.convertVideo`.
    case video(RenderedFile)
    /// To `Job.replaceMetadata`: how many bytes were written from the start of the output.
    case written(UInt64)
    /// To `Job.embed` and `Job.describe`.
    case embedding(EmbeddingPlan)
    /// To `Job.embed`, if the packet is not XMP, and to `Job.describe`, if the file cannot say this; the text is a sentence for a person.
    case invalidPacket(String)
    /// The file is no photo or video that can be read; the text is a sentence for a person.
    case invalidContent(String)
    /// The file's dimensions are too large; the text is a sentence for a person.
    case tooLarge(String)

    public static let mostBytes = 1 << 20
    /// UTF-8 bytes of a reason.
    public static let longestReason = 500

    public var isPlausible: Bool {
        switch self {
        case .facts(let facts): facts.isPlausible
        case .sidecar(let facts): facts.isPlausible
        case .noDegradedImage: true
        case .image(let file), .video(let file): file.pixelWidth > 0 && file.pixelHeight > 0 && file.size > 0
        case .redaction(let redaction): redaction.isPlausible
        case .metadata(let metadata): metadata.isPlausible
        case .progress(let fraction): (0...1).contains(fraction)
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
    /// Upright, in square pixels.
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
