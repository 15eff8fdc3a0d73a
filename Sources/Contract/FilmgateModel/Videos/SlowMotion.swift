/// Videos that are recorded with so many frames per second that they can be shown slowly.
package enum SlowMotion {
    /// The minimum number of frames per second of slow motion.
    package static let leastRate = 100.0
    /// The frames per second with which slow motion is shown.
    private static let shownRate = 30.0
    /// The maximum factor, so that the size of the video has a limit.
    package static let mostFactor = 8

    /// Returns how many times longer a video becomes when it is shown slowly; 1 for a video that is not slow motion, or
    /// that its camera has slowed already.
    ///
    /// - Parameter rate: the frames per second with which the file is played.
    package static func factor(playedAt rate: Double) -> Int {
        rate >= leastRate ? Int(min(Double(mostFactor), (rate / shownRate).rounded())) : 1
    }
}
