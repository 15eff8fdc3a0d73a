/// Measures how fast a view scrolls, so that no images are loaded for photos that pass too fast to be seen.
struct ScrollSpeedMeter {
    private var start: (screens: Double, time: UInt64)?
    private var last: UInt64 = 0

    /// The minimum speed of fast scrolling, in view heights per millisecond. At this speed, each photo is visible for
    /// an eighth of a second.
    private static let fast = 0.008
    /// The shortest time over which the speed is measured, and the longest pause within one gesture, in milliseconds.
    private static let (least, longestPause): (UInt64, UInt64) = (40, 400)

    private(set) var isFast = false

    /// Records that the view has moved.
    ///
    /// - Parameters:
    ///   - screens: the height of the content above the view, in view heights.
    ///   - time: the time of the event, in milliseconds.
    mutating func moved(to screens: Double, at time: UInt64) {
        defer { last = time }
        guard let start, time <= last + Self.longestPause else {
            // The first event after a pause only starts a new measurement.
            start = (screens, time)
            isFast = false
            return
        }
        let passed = time - start.time
        guard passed >= Self.least else { return }
        isFast = abs(screens - start.screens) > Self.fast * Double(passed)
        self.start = (screens, time)
    }
}
