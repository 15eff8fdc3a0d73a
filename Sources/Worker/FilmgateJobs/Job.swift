public import FilmgateChannel
public import FilmgateModel

/// A job that the broker sends to a worker.
///
/// The message's descriptors are the file to read, the file to write (if any), and the second file to read (if any).
public enum Job: ChannelMessage, Hashable {
    /// Reads the file's metadata.
    ///
    /// - Parameter takesDamaged: whether to accept a damaged file that can be shown only in part.
    case inspect(takesDamaged: Bool)
    /// Reads the metadata of a sidecar, an XMP file that belongs to a photo.
    case sidecar
    /// Makes an image of the file's picture, and writes it to the output, which is large enough for the image.
    ///
    /// - Parameter takesDamaged: whether to show the intact part of a damaged picture.
    case render(ImageSpecification, takesDamaged: Bool)
    /// Like `render`, but uses a picture that can be decoded faster than the main picture, such as the thumbnail. The
    /// image can be smaller than requested.
    ///
    /// - Parameter showsEmbedded: whether to use other pictures that the file contains.
    case renderDegraded(ImageSpecification, showsEmbedded: Bool)
    /// Determines the changes that remove this metadata from the file.
    case redact(MetadataRemoval)
    /// Reads all metadata of the file.
    case metadata
    /// Makes a video from the file, and writes it to the output, with the metadata of the second file, if any.
    case convertVideo(VideoSpecification)
    /// Writes the picture with the metadata of a second file in place of its own. The output has `room` bytes.
    ///
    /// - Parameter omitsOpaque: whether to leave out what can contain other pictures or values of unknown meaning.
    case replaceMetadata(omitsOpaque: Bool, room: UInt64)
    /// Transforms the picture, and writes it with the metadata of a second file. The output has `room` bytes.
    ///
    /// - Parameter orientation: the Exif orientation of the stored pixels; nil for the file's own.
    case transform(ContentTransform, orientation: UInt32?, room: UInt64)
    /// Determines the changes that add this XMP packet to a copy of the file.
    case embed([UInt8])
    /// Determines the changes that add this metadata to a copy of the file.
    case describe(NewFileMetadata)

    /// The worker's descriptor of the socket for jobs.
    public static let socket: Int32 = 3
    /// The command-line argument for a worker that converts videos. The cage of such a worker has higher limits.
    public static let conversionArgument = "--convert"

    public static let mostBytes = 1 << 20

    public var isPlausible: Bool {
        switch self {
        case .inspect, .sidecar, .render, .renderDegraded, .redact, .metadata, .replaceMetadata: true
        case .transform(_, let orientation, _): orientation.map(NewFileMetadata.orientations.contains) ?? true
        case .convertVideo(let video):
            (0...1e9).contains(video.start) && video.end.map { $0 > video.start && $0 <= 1e9 } ?? true
        case .embed(let packet): packet.count <= EmbeddingPlan.mostPacket
        case .describe(let description): description.isPlausible
        }
    }
}

/// The exit code of a worker.
public enum WorkerExit: Int32, Sendable {
    /// The broker has closed the socket.
    case done = 0
    /// The bytes on the socket are not a job.
    case misused = 64
    /// The cage cannot be entered on this machine. No untrusted data was read.
    case noCage = 77
}
