/// Interprets scrolling over a photo, with a wheel or with two fingers on a touchpad.
///
/// Scrolling moves the photo if a part of it is outside the view. Otherwise, it shows the next or previous photo. A
/// gesture that moves the photo to its edge does not continue with the next photo.
struct ScrollInterpreter {
    enum Effect: Equatable {
        case move
        /// Shows the next or the previous photo.
        case turn(isForward: Bool)
        case nothing
    }

    private var last: UInt64?
    private var sum = 0.0
    private var hasMoved = false
    private var hasTurned = false

    /// The longest pause within one gesture, in milliseconds.
    private static let longestPause: UInt64 = 400
    /// The distance that two fingers must move to show the next photo, in logical pixels.
    private static let touchpadDistance = 120.0

    /// - Parameters:
    ///   - distance: the distance, in wheel clicks or in logical pixels; positive in the direction of the next photo.
    ///   - canMove: whether a part of the photo is outside the view in this direction.
    ///   - time: the time of the event, in milliseconds.
    mutating func scrolled(_ distance: Double, isWheel: Bool, canMove: Bool, at time: UInt64) -> Effect {
        if last.map({ time > $0 + Self.longestPause }) ?? true { (sum, hasMoved, hasTurned) = (0, false, false) }
        last = time
        if canMove {
            hasMoved = true
            return .move
        }
        // One touchpad gesture shows only one more photo, even if the gesture is long.
        guard !hasMoved, isWheel || !hasTurned else { return .nothing }
        if sum * distance < 0 { sum = 0 }
        sum += distance
        guard abs(sum) >= (isWheel ? 1 : Self.touchpadDistance) else { return .nothing }
        let isForward = sum > 0
        (sum, hasTurned) = (0, true)
        return .turn(isForward: isForward)
    }
}
