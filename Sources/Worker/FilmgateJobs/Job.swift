public import FilmgateChannel
public import FilmgateModel

/// A job that the broker gives to a worker.
///
/// Its descriptors are the file to read, the file to write if the job writes, and the second file if the job reads two.
public enum Job: ChannelMessage, Hashable {
    /// Read the file's metadata.
    ///
    /// - Parameter takesDamaged: whether to also read a file of which only a part can be shown.
    case inspect(takesDamaged: Bool)
    /// Read the metadata of a sidecar.
    case sidecar
    /// Make an image of the file's picture, and write it to the output, which is large enough for it.
    ///
    /// - Parameter takesDamaged: whether to show the intact part of a damaged picture.
    case render(ImageSpecification, takesDamaged: Bool)
    /// Like `render`, with a picture that decodes faster than the main picture, such as the thumbnail. The image can be
    /// smaller than requested.
    ///
    /// - Parameter showsEmbedded: whether to use other pictures that the file contains.
    case renderDegraded(ImageSpecification, showsEmbedded: Bool)
    /// Determine the changes that remove this metadata from the file.
    case redact(MetadataRemoval)
    /// Read all metadata of the file.
    case metadata
    /// Make a video from the file, and write it to the output, which is large enough for it.
    case convertVideo(VideoSpecification)
    /// Write the picture with the metadata of a second file instead of its own to the output, which can hold this many
    /// bytes.
    case replaceMetadata(room: UInt64)
    /// Turn and crop the picture, and write it with the metadata of a second file to the output, which can hold this
    /// many bytes.
    ///
    /// - Parameter orientation: the Exif orientation of the stored pixels; nil for the file's own.
    case transform(ContentTransform, orientation: UInt32?, room: UInt64)
    /// Determine the changes for a copy of the file so that it also holds this XMP packet.
    case embed([UInt8])
    /// Determine the changes for a copy of the file so that it holds this metadata.
    case describe(FileDescription)

    /// The worker's descriptor of the socket for jobs.
    public static let socket: Int32 = 3
    /// The argument of a worker that converts videos, which has a larger cage than others.
    public static let conversionArgument = "--convert"

    public static let mostBytes = 1 << 20

    public var isPlausible: Bool {
        switch self {
        case .inspect, .sidecar, .render, .renderDegraded, .redact, .metadata, .replaceMetadata: true
        case .transform(_, let orientation, _): orientation.map(FileDescription.orientations.contains) ?? true
        case .convertVideo(let video):
            (0...1e9).contains(video.start) && video.end.map { $0 > video.start && $0 <= 1e9 } ?? true
        case .embed(let packet): packet.count <= EmbeddingPlan.mostPacket
        case .describe(let description): description.isPlausible
        }
    }
}

/// The exit codes of a worker.
public enum WorkerExit: Int32, Sendable {
    /// The broker has closed the socket.
    case done = 0
    /// The bytes on the socket are not a job.
    case misused = 64
    /// The cage cannot be entered on this machine; nothing was read.
    case noCage = 77
}
