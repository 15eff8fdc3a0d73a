/// Decides the effect of a wheel, or of two fingers on a touchpad, over a photo.
///
/// Both move the photo if a part of it is out of view; if not, they show the next photo. A movement that has moved the
/// photo to its edge does not go on to the next photo.
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

    /// The longest pause within one movement, in milliseconds.
    private static let longestPause: UInt64 = 400
    /// The distance that two fingers must move to show the next photo, in logical pixels.
    private static let touchpadDistance = 120.0

    /// - Parameters:
    ///   - distance: the distance, in wheel clicks or in logical pixels; positive if it is towards the next photo.
    ///   - canMove: whether a part of the photo is out of view in this direction.
    ///   - time: the time of the movement, in milliseconds.
    mutating func scrolled(_ distance: Double, isWheel: Bool, canMove: Bool, at time: UInt64) -> Effect {
        if last.map({ time > $0 + Self.longestPause }) ?? true { (sum, hasMoved, hasTurned) = (0, false, false) }
        last = time
        if canMove {
            hasMoved = true
            return .move
        }
        // One movement of two fingers shows only one more photo, however long the movement is.
        guard !hasMoved, isWheel || !hasTurned else { return .nothing }
        if sum * distance < 0 { sum = 0 }
        sum += distance
        guard abs(sum) >= (isWheel ? 1 : Self.touchpadDistance) else { return .nothing }
        let isForward = sum > 0
        (sum, hasTurned) = (0, true)
        return .turn(isForward: isForward)
    }
}
