public import FilmgateChannel
public import FilmgateModel

/// A job that the broker gives to a worker.
///
/// Its descriptors are the file to be read, the file to be written if the job writes, and the second file of a job that reads two.
public enum Job: ChannelMessage, Hashable {
    /// Read the file's metadata.
    ///
    /// - Parameter takesDamaged: whether a file that can be shown in part is read, too.
    case inspect(takesDamaged: Bool)
    /// Read what a sidecar tells of its photo.
    case sidecar
    /// Make an image of the file's picture, and write it to the output, which has room for it.
    ///
    /// - Parameter takesDamaged: whether a picture that is damaged is shown in part.
    case render(ImageSpecification, takesDamaged: Bool)
    /// The same with a picture that is decoded faster than the file's own, such as its thumbnail. The image can be smaller than asked.
    ///
    /// - Parameter showsEmbedded: whether that may be a picture that the file holds beside its own.
    case renderDegraded(ImageSpecification, showsEmbedded: Bool)
    /// Find what must be changed in the file so that it does not tell this.
    case redact(MetadataRemoval)
    /// Read all that the file tells of itself.
    case metadata
    /// Make a video of the file, and write it to the output, which has room for it.
    case convertVideo(VideoSpecification)
    /// Write the picture with the metadata of a second file in place of its own to the output, which has so many bytes of room.
    case replaceMetadata(room: UInt64)
    /// Find what must be changed in a copy of the file so that it holds this XMP packet, too.
    case embed([UInt8])
    /// Find what must be changed in a copy of the file so that it says this of itself.
    case describe(FileDescription)

    /// The worker's descriptor of the socket for jobs.
    public static let socket: Int32 = 3
    /// The argument of a worker that converts videos, which has a larger cage than others.
    public static let conversionArgument = "--convert"

    public static let mostBytes = 1 << 20

    public var isPlausible: Bool {
        switch self {
        case .inspect, .sidecar, .render, .renderDegraded, .redact, .metadata, .replaceMetadata: true
        case .convertVideo(let video):
            (0...1e9).contains(video.start) && video.end.map { $0 > video.start && $0 <= 1e9 } ?? true
        case .embed(let packet): packet.count <= EmbeddingPlan.mostPacket
        case .describe(let description): description.isPlausible
        }
    }
}

/// The exit codes of a worker.
public enum WorkerExit: Int32, Sendable {
    /// The broker hung up.
    case done = 0
    /// The bytes on the socket are no job.
    case misused = 64
    /// The cage cannot be entered on this machine; nothing was read.
    case noCage = 77
}
