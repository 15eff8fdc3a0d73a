import CFilmgateAV
import FilmgateModel
import FilmgateRendering

/// The pictures of a short video, in memory, to be shown in a different order.
final class ReplayedPictures {
    private var pictures: [(frame: UnsafeMutablePointer<AVFrame>, time: Int64)] = []
    private let playback: VideoSpecification.Playback
    /// The length of a cross fade, in units of the pictures' times.
    private let fade: Int64
    private var bytes = 0
    /// The maximum size of all pictures together, in bytes. It fits into the memory of the worker's sandbox.
    private static let mostBytes = 1 << 30
    private static let fadeSeconds = 0.3

    init(_ playback: VideoSpecification.Playback, timeBase: AVRational) {
        self.playback = playback
        fade = Int64(ReplayedPictures.fadeSeconds * Double(timeBase.den) / Double(max(1, timeBase.num)))
    }

    deinit {
        for (frame, _) in pictures {
            var frame: UnsafeMutablePointer<AVFrame>? = frame
            av_frame_free(&frame)
        }
    }

    /// Adds a picture. Its pixels are not copied.
    func add(_ frame: UnsafeMutablePointer<AVFrame>, at time: Int64) throws(UnreadableFileError) {
        bytes += Int(frame.pointee.width) * Int(frame.pointee.height) * 3 / 2
        guard bytes <= ReplayedPictures.mostBytes, let copy = av_frame_clone(frame) else {
            throw .enormous("The video is too long to be shown as a loop.")
        }
        pictures.append((copy, time))
    }

    /// Calls `show` with the pictures and their times, in the new order.
    func forEach(_ show: (UnsafeMutablePointer<AVFrame>, Int64) throws(UnreadableFileError) -> Void)
        throws(UnreadableFileError)
    {
        switch playback {
        case .once: for (frame, time) in pictures { try show(frame, time) }
        case .bounce: try bounce(show)
        case .loop: try loop(show)
        }
    }

    private func bounce(_ show: (UnsafeMutablePointer<AVFrame>, Int64) throws(UnreadableFileError) -> Void)
        throws(UnreadableFileError)
    {
        for (frame, time) in pictures { try show(frame, time) }
        guard pictures.count > 2 else { return }
        // The first and the last picture are shown only once, so that the video can be repeated smoothly.
        var time = pictures[pictures.count - 1].time
        for index in (1..<pictures.count - 1).reversed() {
            time += pictures[index + 1].time - pictures[index].time
            try show(pictures[index].frame, time)
        }
    }

    /// Shows the pictures as a loop. The first pictures are shown only in the cross fade at the end, which leads back
    /// to the start.
    private func loop(_ show: (UnsafeMutablePointer<AVFrame>, Int64) throws(UnreadableFileError) -> Void)
        throws(UnreadableFileError)
    {
        guard let end = pictures.last?.time else { return }
        let count = min(pictures.count / 4, pictures.count(where: { $0.time > end - fade }))
        let start = pictures[count].time
        for (frame, time) in pictures[count..<pictures.count - count] { try show(frame, time - start) }
        for index in 0..<count {
            let (frame, time) = pictures[pictures.count - count + index]
            let weight = Int32(256 * (index + 1) / (count + 1))
            guard fg_av_blend(frame, pictures[index].frame, weight) >= 0 else {
                throw .enormous("The video needs more memory than it gets.")
            }
            try show(frame, time - start)
        }
    }
}
