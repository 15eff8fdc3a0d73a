import FilmgateModel

/// Decides above which assets of a list, newest first, a grid shows the heading of a day.
///
/// An asset's day depends on its own clock, so days can be out of order after traveling. An asset gets no heading if
/// the same or an earlier day is above it. So no day has two headings, and headings are in order.
public enum DayHeadings {
    /// The maximum difference between two clocks, in microseconds. If an asset is newer than another by more than
    /// this, its day is not earlier.
    private static let reach: Int64 = 50 * 3_600_000_000

    /// - Parameter day: returns the day number of the asset at an index; nil if the asset has no date.
    public static func startsDay(_ index: Int, in assets: [ListedAsset], day: (Int) -> Int64?) -> Bool {
        guard let own = day(index), let date = assets[index].creationDate else { return false }
        for earlier in (0..<index).reversed() {
            guard let theirs = day(earlier), let theirDate = assets[earlier].creationDate else { continue }
            if theirs <= own { return false }
            if theirDate.rawValue - date.rawValue > reach { return true }
        }
        return true
    }
}
