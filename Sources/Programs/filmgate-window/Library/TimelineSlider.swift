import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// A slider beside the grid with marks for the years, which moves the view through time.
final class TimelineSlider {
    private let slider: Slider
    private let date: Label
    private let grid: PhotoGrid
    private let scroller: ScrolledWindow
    private let library: PhotoLibrary
    /// Reads the place of the photo where the view has stopped.
    private var reading: Task<Void, Never>?
    private var pausing: Timeout?
    private var assets: [ListedAsset] = []
    /// Whether it shows the years beside the slider.
    var hasMarks = true {
        didSet { if hasMarks != oldValue { showMarks() } }
    }
    private var hiding: Timeout?

    /// The least fraction of the slider between two marks.
    private static let leastPart = 0.05
    /// How long the view stays before the place is read, in milliseconds.
    private static let pause: UInt32 = 120
    /// How long the date and the place are shown.
    private static let showingTime: UInt32 = 1500

    init(_ builder: Builder, _ grid: PhotoGrid, _ scroller: ScrolledWindow, _ library: PhotoLibrary) {
        self.grid = grid
        self.library = library
        self.scroller = scroller
        slider = Slider(in: builder, "timeline")
        date = Label(in: builder, "date")
        scroller.onScroll { [weak self] in self?.scrolled() }
        slider.onMoved { [weak self] in self?.moved(to: $0) }
    }

    /// - Parameter isByDate: whether the assets are sorted by date; if not, there is no timeline.
    func show(_ assets: [ListedAsset], isByDate: Bool) {
        self.assets = isByDate ? assets : []
        slider.isVisible = isByDate && assets.count > 1
        guard slider.isVisible else { return }
        slider.setRange(0...Double(assets.count - 1))
        showMarks()
    }

    private func showMarks() {
        guard hasMarks, assets.count > 1 else { return slider.setMarks([]) }
        let last = Double(assets.count - 1)
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
                // Around New Year, dates by clocks of different zones can be out of order.
                if let first, !years.contains(where: { $0.1 == first }) { years.append((range.lowerBound, first)) }
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

    private func year(_ index: Int) -> String? { assets[index].date(DateText.year) }

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

    /// Shows the month for a moment, and the photo's place once the view has stopped.
    private func tell(_ index: Int) {
        guard assets.indices.contains(index),
            let month = assets[index].date(DateText.month)
        else { return }
        say(month)
        reading?.cancel()
        pausing?.cancel()
        let id = assets[index].id
        pausing = MainLoop.after(milliseconds: Self.pause) { [weak self] in self?.readPlace(of: id, in: month) }
    }

    private func say(_ text: String) {
        slider.setAccessibleValue(text)
        date.text = text
        date.isVisible = true
        hiding?.cancel()
        hiding = MainLoop.after(milliseconds: Self.showingTime) { [weak self] in self?.date.isVisible = false }
    }

    private func readPlace(of id: AssetID, in month: String) {
        let library = library
        reading = Task { [weak self] in
            guard let town = await Self.town(of: id, in: library), !Task.isCancelled else { return }
            self?.say(localized("{month} · {place}", ["month": month, "place": town]))
        }
    }

    /// Returns the nearest town, or nil if that is not known.
    private static func town(of id: AssetID, in library: PhotoLibrary) async -> String? {
        guard let towns = await TownList.installed() else { return nil }
        let request = FetchRequest.assets(withIdentifiers: [id]).includingHidden.reading([.location])
        return await library.first(request)?.location.flatMap(towns.nearest)
    }
}
