import FilmgateJobs
public import FilmgateModel
public import FilmgateSystem

// Compiler fault: 2
/// The job of rotating, mirroring and cropping a picture. The result gets the metadata of the original.
public final class PictureTransformJob: Sendable {
    let picture: OwnedDescriptor
    let transform: ContentTransform
    /// The Exif orientation of the stored pixels; nil means the orientation in the file.
    let orientation: UInt32?
    let original: OwnedDescriptor
    /// The size limit of the result, in bytes.
    public let room: UInt64
    let owner: JobOwner
    let meter: JobMeter

    /// The space for each pixel of the result, in bytes. A lossless result may be larger than the file.
    private static let bytesPerPixel: UInt64 = 4
    /// The space that the result has for metadata, in bytes.
    private static let mostMetadata: UInt64 = 16 << 20
    /// The maximum size of a result, in bytes.
    private static let mostRoom: UInt64 = 1 << 30

    /// - Parameters:
    ///   - orientation: the Exif orientation of the stored pixels; nil means the orientation in the file.
    ///   - original: the file whose metadata the result gets.
    ///   - pixels: the number of the picture's pixels.
    ///   - size: the size of the picture's file, in bytes.
    public init(
        of picture: OwnedDescriptor, by transform: ContentTransform, storedAs orientation: UInt32?,
        metadataOf original: OwnedDescriptor, pixels: UInt64, size: UInt64, for owner: JobOwner,
        meter: JobMeter = JobMeter()
    ) {
        self.picture = picture
        self.transform = transform
        self.orientation = orientation
        self.original = original
        self.owner = owner
        self.meter = meter
        let content = max(
            min(pixels, PictureTransformJob.mostRoom) * PictureTransformJob.bytesPerPixel,
            2 * min(size, PictureTransformJob.mostRoom))
        room = min(content + PictureTransformJob.mostMetadata, PictureTransformJob.mostRoom)
    }
}

extension WorkerPool {
    /// Rotates, mirrors and crops a picture.
    ///
    /// Canceling the task ends the job.
    /// - Returns: a sealed memory file.
    public func transform(_ transform: PictureTransformJob) async throws(JobRefusal) -> OwnedDescriptor {
        let output = try WorkerPool.output(with: transform.room)
        let request = JobRequest(
            .transform(transform.transform, orientation: transform.orientation, room: transform.room),
            file: try WorkerPool.readOnly(transform.picture), output: output,
            second: try WorkerPool.readOnly(transform.original), for: transform.owner, meter: transform.meter,
            needsFreshWorker: true)
        return try await written(by: request, to: output, room: transform.room)
    }
}
