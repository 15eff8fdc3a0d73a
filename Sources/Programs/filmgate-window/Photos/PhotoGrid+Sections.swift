import FilmgateGTK
import FilmgateModel
import FilmgatePrompts

/// Headings by day, month or year, which the size of the photos decides.
extension PhotoGrid {
    /// The smallest photos that have headings for days, and for months. Smaller ones have headings for years.
    static let leastSizes = (days: 140, months: 100)

    static func unit(ofSize size: Int) -> SectionUnit {
        size >= leastSizes.days ? .day : size >= leastSizes.months ? .month : .year
    }

    /// The heading on a photo, if it is the first one of its day, month or year.
    func heading(_ position: Int) -> String? {
        guard showsDays else { return nil }
        let unit = Self.unit(ofSize: tileSize)
        guard DayHeadings.startsDay(position, in: assets, day: { self.assets[$0].date(unit.number) }) else {
            return nil
        }
        return assets[position].date(unit.text)
    }

    /// Shows the day, the month or the year of the photos at the top of the view, in front of them.
    ///
    /// - Parameter isFast: whether the view moves fast, so that days would pass too fast to be read.
    func showHead(isFast: Bool) {
        guard let head else { return }
        let unit = Self.unit(ofSize: tileSize)
        // At the top, the first photo has the heading itself.
        let isShown = showsDays && scroller.screensAbove > 0
        let text = isShown ? firstVisible?.date((isFast && unit == .day ? .month : unit).text) ?? "" : ""
        head.text = text
        if head.isVisible != !text.isEmpty { head.isVisible = !text.isEmpty }
    }
}
