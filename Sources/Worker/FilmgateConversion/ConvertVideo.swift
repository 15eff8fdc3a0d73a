import CFilmgateAV
public import FilmgateJobs
public import FilmgateModel
import FilmgateRendering
public import FilmgateSystem

/// Converts a file to a video, and writes it into `output`, a file that already has the video's maximum size.
///
/// - Parameters:
///   - other: a file whose metadata is written into the video; nil for no metadata. If set, the job fails unless the
///     video can be copied without conversion.
///   - progress: called repeatedly with the completed part of the work, from 0 to 1, and the number of bytes at the
///     beginning of the output that are final.
public func convertVideo(
    _ descriptor: OwnedDescriptor, as specification: VideoSpecification, metadataOf other: OwnedDescriptor? = nil,
    into output: OwnedDescriptor, progress: @escaping (_ fraction: Double, _ finalBytes: UInt64) -> Void
) -> JobAnswer {
    answer(about: descriptor) { file, format throws(UnreadableFileError) in
        let file = try movie(in: file, as: format)
        // Videos in containers other than MP4 and QuickTime are always decoded. Their packets may have no times.
        let hasTables = if case .video = format { false } else { true }
        if hasTables { try BoxStructureChecker.check(file, of: "video") }
        let target = try MappedOutputFile(output)
        let report = ProgressReporter(progress)
        if let other {
            let tags = try MovieMetadata(of: movie(in: InputFile(other)))
            guard hasTables, let copied = try Remuxer.copy(file, specification, to: target, report, with: tags) else {
                throw .invalid(MovieMetadata.unwritable)
            }
            return .video(copied)
        }
        let shape = try ConversionSource(file, specification).shape
        let geometry = VideoGeometry(of: specification, width: shape.width, height: shape.height)
        if hasTables, specification.preset == .passthrough,
            let copied = try Remuxer.copy(file, specification, to: target, report)
        {
            return .video(copied)
        }
        let size = try Transcoder.convert(file, specification, geometry, to: target, report)
        return .video(
            RenderedFile(width: geometry.width, height: geometry.height, isTurned: shape.isTurned, size: size))
    }
}

private func movie(in file: InputFile) throws(UnreadableFileError) -> InputFile {
    guard let format = FileFormat(file.bytes(at: 0, count: 32)) else { throw .invalid("It is no video.") }
    return try movie(in: file, as: format)
}

/// Returns the file or, for a motion photo, the video in the file.
private func movie(in file: InputFile, as format: FileFormat) throws(UnreadableFileError) -> InputFile {
    switch format {
    case .movie, .video: return file
    case .jpeg, .heif:
        guard let video = try EmbeddedVideo.find(in: file) else { fallthrough }
        return video
    default: throw .invalid("It holds no moving pictures.")
    }
}

extension RenderedFile {
    init(width: UInt32, height: UInt32, isTurned: Bool, size: UInt64) {
        self.init(pixelWidth: isTurned ? height : width, pixelHeight: isTurned ? width : height, size: size)
    }
}
