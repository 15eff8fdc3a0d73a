import FilmgateGTK
import FilmgateModel
import FilmgatePrompts

/// Headings by day, month or year, depending on the size of the photos.
extension PhotoGrid {
    /// The minimum photo sizes for headings by day and by month. Smaller photos have headings by year.
    static let leastSizes = (days: 140, months: 100)

    static func unit(ofSize size: Int) -> SectionUnit {
        size >= leastSizes.days ? .day : size >= leastSizes.months ? .month : .year
    }

    /// Returns the heading of a photo; nil if the photo is not the first photo of its day, month or year.
    func heading(_ position: Int) -> String? {
        guard showsDays else { return nil }
        let unit = Self.unit(ofSize: tileSize)
        guard DayHeadings.startsDay(position, in: assets, day: { self.assets[$0].date(unit.number) }) else {
            return nil
        }
        return text(at: position, by: unit)
    }

    /// Returns the text for the day, the month or the year of a photo. The text for a day or a month includes its
    /// towns if the grid has headings by that unit.
    private func text(at position: Int, by unit: SectionUnit) -> String? {
        guard let text = assets[position].date(unit.text) else { return nil }
        guard let towns, unit != .year, unit == Self.unit(ofSize: tileSize),
            let number = assets[position].date(unit.number)
        else { return text }
        return towns.heading(text, of: SectionTowns.Section(unit: unit, number: number), at: position)
    }

    func connectTowns() {
        towns?.onRead = { [weak self] in
            self?.view.refresh()
            self?.showHead(isFast: false)
        }
        towns?.photos = { [weak self] in self?.photos(ofSame: $0, at: $1) ?? [] }
    }

    /// Returns photos of the same day or month as a photo. If there are many, returns a selection from the whole span.
    private func photos(ofSame unit: SectionUnit, at position: Int) -> [AssetID] {
        guard assets.indices.contains(position) else { return [] }
        let section = assets[position].date(unit.number)
        let first = assets[..<position].lastIndex { $0.date(unit.number) != section }.map { $0 + 1 } ?? 0
        let end = assets[position...].firstIndex { $0.date(unit.number) != section } ?? assets.count
        let step = max(1, (end - first + SectionTowns.mostPhotos - 1) / SectionTowns.mostPhotos)
        return stride(from: first, to: end, by: step).map { assets[$0].id }
    }

    /// Shows the day, the month or the year of the topmost visible photos, in a label in front of the grid.
    ///
    /// - Parameter isFast: whether the view scrolls fast. Then the label shows months instead of days.
    func showHead(isFast: Bool) {
        guard let head else { return }
        let unit = Self.unit(ofSize: tileSize)
        // At the top of the grid, the first photo shows this heading itself.
        let isShown = showsDays && scroller.screensAbove > 0
        let position = isShown ? firstVisiblePosition : nil
        let text = position.flatMap { self.text(at: $0, by: isFast && unit == .day ? .month : unit) } ?? ""
        head.text = text
        if head.isVisible != !text.isEmpty { head.isVisible = !text.isEmpty }
    }
}
