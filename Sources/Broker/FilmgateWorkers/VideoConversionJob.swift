import FilmgateJobs
public import FilmgateModel
public import FilmgateSystem
import Synchronization

// Compiler fault: 2
/// The job of making a video from a file.
public final class VideoConversionJob: Sendable {
    let file: OwnedDescriptor
    let metadata: OwnedDescriptor?
    let specification: VideoSpecification
    let output: OwnedDescriptor
    let room: UInt64
    let owner: JobOwner
    let processorTime: UInt64
    let meter: JobMeter
    let progress: ProgressHandler

    /// - Parameters:
    ///   - metadata: the file whose metadata the video gets; only for the preset `passthrough`.
    ///   - output: an empty file to be written.
    ///   - room: the size limit of the video in bytes. When the conversion begins, this space is reserved in the
    ///     output.
    ///   - processorTime: the limit on the processor time, in seconds.
    ///   - progress: called on a thread of the pool.
    public init(
        of file: OwnedDescriptor, as specification: VideoSpecification, metadataOf metadata: OwnedDescriptor? = nil,
        into output: OwnedDescriptor, room: UInt64, for owner: JobOwner, processorTime: UInt64,
        meter: JobMeter = JobMeter(), progress: @escaping ProgressHandler
    ) {
        self.file = file
        self.metadata = metadata
        self.specification = specification
        self.output = output
        self.room = room
        self.owner = owner
        self.processorTime = processorTime
        self.meter = meter
        self.progress = progress
    }
}

/// Receives the completed fraction of a job, and the number of bytes at the start of the output that the worker will
/// not change any more.
public typealias ProgressHandler = @Sendable (_ fraction: Double, _ finalBytes: UInt64) -> Void

/// A video that a worker has made. No worker can change it any more.
public struct WorkerVideo: Sendable {
    /// The width of the upright video, in square pixels.
    public let pixelWidth: UInt32
    public let pixelHeight: UInt32
    /// The size in bytes.
    public let size: UInt64
}

extension WorkerPool {
    /// Makes a video in a separate worker. When this returns, the worker has ended. Canceling the task ends the
    /// worker.
    ///
    /// - Throws: `JobRefusal`. The content of the output is then undefined.
    public func convert(_ conversion: VideoConversionJob) async throws(JobRefusal) -> WorkerVideo {
        let (output, room) = (conversion.output, conversion.room)
        let shortage = Mutex<Errno?>(nil)
        let isAllowed: @Sendable () -> Bool = {
            guard conversion.meter.isAllowed() else { return false }
            do throws(Errno) { try output.reserve(room) } catch { shortage.withLock { $0 = error } }
            return shortage.withLock { $0 == nil }
        }
        let request = JobRequest(
            .convertVideo(conversion.specification), file: try WorkerPool.readOnly(conversion.file), output: output,
            second: try conversion.metadata.map(WorkerPool.readOnly), for: conversion.owner,
            meter: JobMeter(isAllowed: isAllowed, charge: conversion.meter.charge),
            processorTime: conversion.processorTime, progress: conversion.progress)
        let answer = await run(request)
        if let shortage = shortage.withLock({ $0 }) {
            throw shortage == .noSpace || shortage == .quotaExceeded
                ? .noSpace : .unavailable("the file for a video: \(shortage)")
        }
        guard case .video(let video) = try answer.get() else { throw .unavailable("a wrong answer") }
        do throws(Errno) {
            guard video.size <= room else { throw .invalidArgument }
            try output.resize(to: video.size)
        } catch {
            throw .unavailable("the file of a video: \(error)")
        }
        return WorkerVideo(pixelWidth: video.pixelWidth, pixelHeight: video.pixelHeight, size: video.size)
    }
}
