import CFilmgateAV
import FilmgateSystem
import Glibc

/// Returns an upright frame that represents a video: a key frame near the first second, or a later frame if that one is
/// black.
///
/// - Parameter isChecked: whether to refuse MP4 and QuickTime files that are incomplete, and frames with concealed
///   errors.
func posterFrame(of file: InputFile, isChecked: Bool = true) throws(UnreadableFileError) -> DecodedPicture {
    if isChecked { try BoxStructureChecker.check(file, of: "video") }
    let movie = try Movie(file)
    guard let video = movie.video else { throw .invalid("It holds no moving pictures.") }
    let shape = try VideoShape(of: video)
    if isChecked { try movie.checkExtents(fileSize: file.size) }
    var search = PosterSearch()
    try search.lookAtKeyFrames(of: VideoDecoder(movie, video))
    let passes: [FrameStrictness] = [.strict, .tolerant] + (isChecked ? [] : [.everything])
    for strictness in passes where strictness == .strict ? search.shouldContinue : search.isEmpty {
        // Opens the file again, because seeking back is not possible in all files.
        search.beginPass()
        let again = try Movie(file)
        if let video = again.video { try search.lookAtFrames(of: VideoDecoder(again, video, strictness)) }
    }
    let frame = try search.result()
    return DecodedPicture(
        try frame.buffer(width: Int32(shape.width), height: Int32(shape.height)).pixels(orientation: shape.orientation))
}

/// A search for a frame that is not black, within limits on frames and time.
private struct PosterSearch {
    private var brightest: (frame: VideoFrame, brightness: Double)?
    private var frames = 0
    private var lackedMemory = false
    private var begin = PosterSearch.processorTime
    private var timeLimit = PosterSearch.firstTimeLimit

    var isEmpty: Bool { brightest == nil }

    /// Begins a later pass. If the earlier passes took long and found no frame, restarts the clock with a short limit.
    mutating func beginPass() {
        guard frames == 0, PosterSearch.processorTime - begin > PosterSearch.laterTimeLimit else { return }
        (begin, timeLimit) = (PosterSearch.processorTime, PosterSearch.laterTimeLimit)
    }

    /// Whether to continue: no frame is bright enough yet, and the limits are not reached.
    var shouldContinue: Bool {
        brightness < PosterSearch.blackLevel && frames < PosterSearch.frameLimit
            && PosterSearch.processorTime - begin < timeLimit
    }

    private var brightness: Double { brightest?.brightness ?? -1 }

    mutating func lookAtKeyFrames(of decoder: VideoDecoder) throws(UnreadableFileError) {
        for time in PosterSearch.times where shouldContinue {
            if let frame = decoder.keyFrame(at: time) { try look(at: frame) }
        }
        lackedMemory = lackedMemory || decoder.lacksMemory
    }

    mutating func lookAtFrames(of decoder: VideoDecoder) throws(UnreadableFileError) {
        while shouldContinue, let frame = decoder.next(while: { shouldContinue }) { try look(at: frame) }
        lackedMemory = lackedMemory || decoder.lacksMemory
    }

    private mutating func look(at frame: VideoFrame) throws(UnreadableFileError) {
        frames += 1
        let brightness = try frame.brightness()
        if brightness > self.brightness { brightest = (frame, brightness) }
    }

    func result() throws(UnreadableFileError) -> VideoFrame {
        if let brightest { return brightest.frame }
        if lackedMemory { throw .enormous("The video needs more memory than it gets.") }
        throw .broken("video", "none of its first frames can be decoded.")
    }

    /// The processor time that this process has used, in seconds.
    private static var processorTime: Double {
        Double(SystemTime.nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID)) / 1e9
    }

    /// The mean of the samples, from 0 to 255, below which a frame counts as black.
    private static let blackLevel = 16.0
    private static let frameLimit = 300
    /// The limit on the processor time of the first pass, in seconds. A job may use 10 seconds.
    private static let firstTimeLimit = 4.0
    private static let laterTimeLimit = 1.5
    /// The times in seconds at which to look for a key frame.
    private static let times: [Double] = [1, 2, 3, 5, 8, 13, 21, 34]
}
