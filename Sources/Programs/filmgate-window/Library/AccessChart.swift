import FilmgateGTK
import FilmgateText

/// A bar chart that shows how often an app accessed content on each of the last days, with a summary as text.
final class AccessChart {
    private let builder: Builder
    private lazy var chart = BarChart(in: builder, "chart")
    private lazy var first = Label(in: builder, "chart-first")
    private lazy var last = Label(in: builder, "chart-last")
    private lazy var text = Label(in: builder, "chart-text")

    init(_ builder: Builder) {
        self.builder = builder
    }

    func show(_ history: AppHistory) {
        chart.values = history.days
        let total = history.days.reduce(0, +)
        let days = counted("{n} day", "{n} days", history.days.count { $0 > 0 })
        let sum =
            total == 0
            ? localized("No access.")
            : counted("{n} access, on {days}.", "{n} accesses, on {days}.", total, ["days": days])
        text.text = sum
        first.text = history.date(ofDay: 0)
        last.text = history.date(ofDay: history.days.count - 1)
        let period = localized("From {first} to {last}.", ["first": first.text, "last": last.text])
        chart.setAccessibleLabel(PhraseJoiner.sentences([sum, period]))
        let parts = history.days.enumerated().filter { $1 > 0 }.map { index, count in
            localized("{date}: {number}", ["date": history.date(ofDay: index), "number": Text.number(count)])
        }
        chart.setAccessibleDescription(parts.joined(separator: localized("; ")))
    }
}
