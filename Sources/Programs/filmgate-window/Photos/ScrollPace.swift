/// Measures how fast a view is scrolled, to leave out pictures that pass too fast to be seen.
struct ScrollPace {
    private var start: (screens: Double, time: UInt64)?
    private var last: UInt64 = 0

    /// The minimum pace of a fast movement, in view heights per millisecond. A picture that is in view for less than an
    /// eighth of a second cannot be seen.
    private static let fast = 0.008
    /// The shortest time over which the pace is measured, and the longest pause within one movement, in milliseconds.
    private static let (least, longestPause): (UInt64, UInt64) = (40, 400)

    private(set) var isFast = false

    /// Records that the view has moved.
    ///
    /// - Parameters:
    ///   - screens: the number of screens above the view.
    ///   - time: the time of the movement, in milliseconds.
    mutating func moved(to screens: Double, at time: UInt64) {
        defer { last = time }
        guard let start, time <= last + Self.longestPause else {
            // A jump to another position is not a movement.
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
