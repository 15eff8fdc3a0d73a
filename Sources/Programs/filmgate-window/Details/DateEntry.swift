import FilmgateGTK
import FilmgateModel
import FilmgateText

/// A row for a date in local time. The person types the date, or chooses its day in a calendar.
final class DateEntry {
    let text: EditedTextField
    private let calendar: MonthCalendar
    private let popover: Popover
    private var offset: Int32?

    /// - Parameter id: the row's identifier in the UI file. The other parts have this identifier with the suffixes
    ///   `-calendar` and `-popover`.
    init(in builder: Builder, _ id: String) {
        text = EditedTextField(in: builder, id)
        calendar = MonthCalendar(in: builder, id + "-calendar")
        popover = Popover(in: builder, id + "-popover")
        text.row.setNumbers()
        text.check = { [weak self] words in
            DateText.moment(from: words, at: self?.offset) == nil ? Self.problem : nil
        }
        text.isLeftOpen = { [weak self] in self?.popover.isVisible == true }
        popover.onShown { [weak self] in self?.showDay() }
        popover.onClosed { [weak self] in self?.text.apply() }
        popover.onKey(beforeChildren: true) { [weak self] key, _ in
            guard let self, key == .escape || key == .enter else { return false }
            if key == .escape { text.revert() }
            popover.close()
            return true
        }
        calendar.onChosen { [weak self] in self?.dayChosen() }
    }

    /// The typed date, in microseconds since 1970; nil if the text is no date.
    var moment: Int64? { DateText.moment(from: text.row.text, at: offset) }

    /// - Parameters:
    ///   - moment: the date, in microseconds since 1970; nil if there is none.
    ///   - offset: the UTC offset of the local time, in seconds; nil for the person's time zone.
    ///   - keepsTyped: whether to keep a typed text that is not saved yet.
    func show(_ moment: Int64?, at offset: Int32?, keepsTyped: Bool) {
        self.offset = offset
        text.show(moment.flatMap { DateText.editable($0, at: offset) } ?? "", keepsTyped: keepsTyped)
    }

    private static var problem: String {
        localized("This is no date. Write year, month, day and time, such as 2024-05-01 19:30.")
    }

    private func showDay() {
        let numbers = text.row.text.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count >= 3, CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) != nil else { return }
        calendar.day = (numbers[0], numbers[1], numbers[2])
    }

    /// Replaces the day in the text with the day of the calendar. Keeps the time, or sets 12:00:00 if there is no time.
    private func dayChosen() {
        guard let day = calendar.day, let date = CivilDate(year: day.year, month: day.month, day: day.day) else {
            return
        }
        let time = text.row.text.split(separator: " ").dropFirst().first.map { " " + $0 } ?? " 12:00:00"
        text.row.text = date.text + time
    }
}
