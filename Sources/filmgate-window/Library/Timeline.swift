internal import FilmgateFrontEnd
internal import FilmgateGTK
internal import FilmgateModel

/// A slider beside the grid with marks for the years, which moves the view through time.
final class Timeline {
    private let slider: Slider
    private let date: Label
    private let grid: PhotoGrid
    private let scroller: ScrolledWindow
    private var assets: [ListedAsset] = []
    private var hiding: Timeout?

    /// How much of the slider lies between two marks at least.
    private static let leastPart = 0.05

    init(_ builder: Builder, _ grid: PhotoGrid, _ scroller: ScrolledWindow) {
        self.grid = grid
        self.scroller = scroller
        slider = Slider(in: builder, "timeline")
        date = Label(in: builder, "date")
        scroller.onScroll { [weak self] in self?.scrolled() }
        slider.onMoved { [weak self] in self?.moved(to: $0) }
    }

    /// - Parameter isByDate: whether the assets are sorted by date; otherwise there is no timeline.
    func show(_ assets: [ListedAsset], isByDate: Bool) {
        self.assets = isByDate ? assets : []
        slider.isVisible = isByDate && assets.count > 1
        guard slider.isVisible else { return }
        let last = Double(assets.count - 1)
        slider.setRange(0...last)
        var marks: [(value: Double, text: String)] = []
        for (index, year) in years() where marks.last.map({ Double(index) - $0.value >= last * Self.leastPart }) ?? true
        {
            marks.append((Double(index), year))
        }
        slider.setMarks(marks)
    }

    /// The years, each with the index of its first asset. Looks at few assets, because there can be millions.
    private func years() -> [(index: Int, year: String)] {
        var years: [(Int, String)] = []
        func split(_ range: ClosedRange<Int>) {
            let (first, last) = (year(range.lowerBound), year(range.upperBound))
            if first == last {
                if let first, years.last?.1 != first { years.append((range.lowerBound, first)) }
            } else if range.count == 2 {
                split(range.lowerBound...range.lowerBound)
                split(range.upperBound...range.upperBound)
            } else {
                let middle = (range.lowerBound + range.upperBound) / 2
                split(range.lowerBound...middle)
                split((middle + 1)...range.upperBound)
            }
        }
        if !assets.isEmpty { split(0...(assets.count - 1)) }
        return years
    }

    private func year(_ index: Int) -> String? { assets[index].creationDate.flatMap { DateText.year($0.rawValue) } }

    private func scrolled() {
        guard !assets.isEmpty, let index = grid.firstVisiblePosition else { return }
        slider.value = Double(scroller.isAtEnd ? assets.count - 1 : index)
        tell(index)
    }

    private func moved(to value: Double) {
        let index = Int(max(0, min(value, Double(assets.count - 1))))
        guard assets.indices.contains(index) else { return }
        grid.view.scroll(to: index)
        tell(index)
    }

    /// Shows the month for a moment.
    private func tell(_ index: Int) {
        guard assets.indices.contains(index),
            let text = assets[index].creationDate.flatMap({ DateText.month($0.rawValue) })
        else { return }
        slider.setAccessibleValue(text)
        date.text = text
        date.isVisible = true
        hiding?.cancel()
        hiding = MainLoop.after(milliseconds: 1200) { [weak self] in self?.date.isVisible = false }
    }
}
