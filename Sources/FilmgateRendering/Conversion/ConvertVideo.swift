internal import CFilmgateAV
public import FilmgateJobs
public import FilmgateModel
public import FilmgateSystem

/// Makes a video of a file, and writes it to the output, a file that already has its largest size.
///
/// - Parameter progress: called from time to time with the part of the work that is done, from 0 to 1.
public func convertVideo(
    _ descriptor: OwnedDescriptor, as specification: VideoSpecification, into output: OwnedDescriptor,
    progress: @escaping (Double) -> Void
) -> JobAnswer {
    answer(about: descriptor) { file, format throws(Unreadable) in
        let file = try movie(in: file, as: format)
        try BoxStructure.check(file, of: "video")
        let target = try OutputFile(output)
        let report = ProgressReport(progress)
        let shape = try ConversionSource(file, specification).shape
        let geometry = VideoGeometry(of: specification, width: shape.width, height: shape.height)
        if specification.preset == .passthrough, let copied = try Remuxing.copy(file, specification, to: target, report)
        {
            return .video(copied)
        }
        let size = try Transcoding.convert(file, specification, geometry, to: target, report)
        return .video(ConvertedVideo(geometry, turned: shape.isTurned, size: size))
    }
}

/// The file itself, or the video that a motion photo holds.
private func movie(in file: InputFile, as format: FileFormat) throws(Unreadable) -> InputFile {
    switch format {
    case .movie, .video: return file
    case .jpeg, .heif:
        guard let video = try EmbeddedVideo.find(in: file) else { fallthrough }
        return video
    default: throw .invalid("It holds no moving pictures.")
    }
}

extension ConvertedVideo {
    fileprivate init(_ geometry: VideoGeometry, turned: Bool, size: UInt64) {
        self.init(
            pixelWidth: turned ? geometry.height : geometry.width,
            pixelHeight: turned ? geometry.width : geometry.height, size: size)
    }
}
