import FilmgateText

/// The ratio of the sides that a crop keeps.
enum CropRatio: Equatable {
    case free
    case original
    /// A width and a height.
    case sides(Int, Int)

    /// The ratios that the person can choose.
    static let all: [CropRatio] = [
        .free, .original, .sides(1, 1), .sides(3, 2), .sides(2, 3), .sides(4, 3), .sides(3, 4), .sides(16, 9),
        .sides(9, 16),
    ]

    var name: String {
        switch self {
        case .free: localized("Free")
        case .original: localized("Original")
        case .sides(1, 1): localized("Square")
        case .sides(let width, let height): "\(width):\(height)"
        }
    }

    /// Returns the width divided by the height, in pixels; nil if any ratio is allowed.
    func quotient(ofPicture width: Double, _ height: Double) -> Double? {
        switch self {
        case .free: nil
        case .original: width / height
        case .sides(let width, let height): Double(width) / Double(height)
        }
    }
}
