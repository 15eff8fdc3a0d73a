import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// The slider that scrolls the grid by date. While the person moves the slider, a bubble shows the month. When the
/// slider stops, the bubble also shows the town.
final class TimelineSlider {
    private let slider: Slider
    private let bubble: Label
    private let grid: PhotoGrid
    private let scroller: ScrolledWindow
    private let library: PhotoLibrary
    /// The task that reads the town of the first visible photo.
    private var reading: Task<Void, Never>?
    private var pausing: Timeout?
    private var assets: [ListedAsset] = []
    /// Whether the slider shows marks for the years.
    var hasMarks = true {
        didSet { if hasMarks != oldValue { showMarks() } }
    }
    private var hiding: Timeout?
    /// The text that last described the position to screen readers.
    private var said = ""

    /// The minimum distance between two marks, as a fraction of the slider's length.
    private static let leastPart = 0.05
    /// The approximate height of the bubble, in logical pixels.
    private static let bubbleHeight = 30
    /// The time without movement after which the town is read, in milliseconds.
    private static let pause: UInt32 = 120
    /// The time after which the bubble disappears, in milliseconds.
    private static let showingTime: UInt32 = 1500

    init(_ builder: Builder, _ grid: PhotoGrid, _ scroller: ScrolledWindow, _ library: PhotoLibrary) {
        self.grid = grid
        self.library = library
        self.scroller = scroller
        slider = Slider(in: builder, "timeline")
        bubble = Label(in: builder, "date")
        scroller.onScroll { [weak self] in self?.scrolled() }
        slider.onMoved { [weak self] in self?.moved(to: $0) }
    }

    /// - Parameter isByDate: whether the assets are sorted by date; if not, the slider is hidden.
    func show(_ assets: [ListedAsset], isByDate: Bool) {
        self.assets = isByDate ? assets : []
        slider.isVisible = isByDate && assets.count > 1
        // The slider replaces the scroll bar.
        scroller.setScrollBar(!slider.isVisible)
        guard slider.isVisible else { return bubble.isVisible = false }
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

    /// Returns the years, each with the index of its first asset. Examines few assets, because there can be millions.
    private func years() -> [(index: Int, year: String)] {
        var years: [(Int, String)] = []
        func split(_ range: ClosedRange<Int>) {
            let (first, last) = (year(range.lowerBound), year(range.upperBound))
            if first == last {
                // Around New Year, assets from different time zones can be out of order.
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

    private var last: Double { Double(assets.count - 1) }

    private func scrolled() {
        guard assets.count > 1, let index = grid.firstVisiblePosition else { return }
        slider.value = scroller.progress * last
        if bubble.isVisible { placeBubble() }
        // Only screen readers need this text, because the heading of the grid already shows the month.
        if let month = assets[index].date(DateText.month), month != said {
            said = month
            slider.setAccessibleValue(month)
        }
    }

    private func moved(to value: Double) {
        guard assets.count > 1 else { return }
        scroller.progress = max(0, min(value / last, 1))
        if let index = grid.firstVisiblePosition { tell(index) }
    }

    /// Shows the month of a photo in the bubble, and also the town when the slider has stopped.
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
        said = text
        slider.setAccessibleValue(text)
        bubble.text = text
        bubble.isVisible = true
        placeBubble()
        hiding?.cancel()
        hiding = MainLoop.after(milliseconds: Self.showingTime) { [weak self] in self?.bubble.isVisible = false }
    }

    /// Moves the bubble to the height of the knob.
    private func placeBubble() {
        bubble.setTopMargin(Int(scroller.progress * Double(max(0, slider.height - Self.bubbleHeight))))
    }

    private func readPlace(of id: AssetID, in month: String) {
        let library = library
        reading = Task { [weak self] in
            guard let town = await Self.town(of: id, in: library), !Task.isCancelled else { return }
            self?.say(localized("{month} · {place}", ["month": month, "place": town]))
        }
    }

    /// Returns the town nearest to a photo; nil if it is unknown.
    private static func town(of id: AssetID, in library: PhotoLibrary) async -> String? {
        guard let towns = await TownList.installed() else { return nil }
        let request = FetchRequest.assets(withIdentifiers: [id]).includingHidden.reading([.location])
        return await library.first(request)?.location.flatMap(towns.nearest)
    }
}
