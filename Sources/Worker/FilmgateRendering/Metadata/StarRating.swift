/// Ratings from 0 to 5 stars, in the forms that programs write.
enum StarRating {
    /// Returns the stars of a rating; nil for other values, such as the mark of a rejected photo.
    ///
    /// - Parameter value: the number of stars, or a percentage if it is greater than 5.
    static func stars(_ value: Double) -> Int32? {
        guard value.isFinite, value >= 0 else { return nil }
        return value <= 5 ? Int32(value) : stars(percent: value)
    }

    /// Returns the stars of a rating in percent. Windows writes 1, 25, 50, 75 and 99 percent for its five ratings.
    static func stars(percent: Double) -> Int32? {
        guard (0...100).contains(percent) else { return nil }
        return percent < 1 ? 0 : min(Int32(percent + 12.5) / 25 + 1, 5)
    }
}
