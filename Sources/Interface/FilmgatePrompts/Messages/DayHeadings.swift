import FilmgateModel

/// Decides which assets of a list, newest first, have the heading of a new day above them.
///
/// An asset's day depends on its own clock, so days can be out of order after traveling. An asset of a later day then
/// has no heading of its own, so that no day has two headings, and headings are in order.
public enum DayHeadings {
    /// The maximum difference between two clocks, in microseconds: if an asset is newer by more than this, its day is
    /// not earlier.
    private static let reach: Int64 = 50 * 3_600_000_000

    /// - Parameter day: the number of the day of an asset at an index; nil if it has no date.
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
