import FilmgateModel

/// Decides above which assets a grid, which is sorted newest first, shows the heading of a day.
///
/// An asset's day depends on its own clock, so days can be out of order after traveling. An asset gets no heading if
/// an asset of the same or an earlier day is above it. So no day has two headings, and headings are in order.
public enum DayHeadings {
    /// No two clocks differ by more than this, in microseconds. An asset that is newer than another by more than this
    /// never has an earlier day.
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
