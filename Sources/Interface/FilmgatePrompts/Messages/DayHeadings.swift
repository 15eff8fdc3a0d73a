import FilmgateModel

/// Decides which assets of a list, newest first, have the heading of a new day above them.
///
/// Each asset is of a day by its own clock. Traveling can set the calendar back, and clocks of different zones are mixed in a list: then an
/// asset of a later day stands under the heading before it, so that no day has two headings, and none is out of order.
public enum DayHeadings {
    /// In microseconds. Clocks differ by less than this, so an asset that is so much newer is never of an earlier day.
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
