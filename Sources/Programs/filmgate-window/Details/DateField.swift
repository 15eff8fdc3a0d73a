import FilmgateGTK
import FilmgateModel
import FilmgateText

/// The date on which a photo was taken: a date and a time that the person writes, or a day in a calendar, and the time
/// zone.
final class DateField {
    /// Called with the new moment, in microseconds since 1970.
    var onDate: (Int64) -> Void = { _ in }
    /// Called with the new time zone, in seconds east of UTC. The local time stays the same.
    var onZone: (Int32) -> Void = { _ in }

    let text: EditedTextField
    private let calendar: MonthCalendar
    private let popover: Popover
    private let zone: Chooser
    private var zones: [Int32?] = []
    private var offset: Int32?

    /// - Parameter id: the name of the row. The names of the field's other parts are this name with `-calendar`,
    ///   `-popover` and `-zone`.
    init(in builder: Builder, _ id: String) {
        text = EditedTextField(in: builder, id)
        calendar = MonthCalendar(in: builder, id + "-calendar")
        popover = Popover(in: builder, id + "-popover")
        zone = Chooser(in: builder, id + "-zone")
        text.row.setNumbers()
        text.check = { [weak self] words in
            DateText.moment(from: words, at: self?.offset) == nil ? Self.problem : nil
        }
        text.save = { [weak self] words in
            if let self, let moment = DateText.moment(from: words, at: offset) { onDate(moment) }
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
        zone.onSelected { [weak self] in
            guard let self, zones.indices.contains(zone.selected), let chosen = zones[zone.selected] else { return }
            onZone(chosen)
        }
    }

    static var problem: String {
        localized("This is no date. Write year, month, day and time, such as 2024-05-01 19:30.")
    }

    /// Shows a date.
    ///
    /// - Parameters:
    ///   - moment: the date, in microseconds since 1970.
    ///   - offset: the offset of the clock that shows the date, in seconds east of UTC.
    ///   - zone: the offset of the time zone; nil if it is not known.
    ///   - keepsTyped: whether a text that the person has typed and not saved stays.
    func show(_ moment: Int64?, at offset: Int32?, zone known: Int32?, keepsTyped: Bool) {
        self.offset = offset
        text.show(moment.flatMap { DateText.editable($0, at: offset) } ?? "", keepsTyped: keepsTyped)
        var all = Set(ZoneText.usual)
        if let known { all.insert(known) }
        let unknown: [Int32?] = known == nil ? [nil] : []
        let new = unknown + all.sorted().map { Optional($0) }
        if new != zones {
            zones = new
            zone.setItems(
                new.map { zone in
                    zone.map(ZoneText.name)
                        ?? offset.map { localized("Not known: {zone}", ["zone": ZoneText.name($0)]) }
                        ?? localized("Not known")
                })
        }
        zone.selected = new.firstIndex(of: known) ?? 0
    }

    // MARK: The calendar

    private func showDay() {
        let numbers = text.row.text.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count >= 3, CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) != nil else { return }
        calendar.day = (numbers[0], numbers[1], numbers[2])
    }

    /// Sets the chosen day, and keeps the time.
    private func dayChosen() {
        guard let day = calendar.day, let date = CivilDate(year: day.year, month: day.month, day: day.day) else {
            return
        }
        let time = text.row.text.split(separator: " ").dropFirst().first.map { " " + $0 } ?? " 12:00:00"
        text.row.text = date.text + time
    }
}

/// Time zones for people.
enum ZoneText {
    /// The offsets that are in use somewhere, in seconds east of UTC.
    static let usual: [Int32] = [
        -720, -660, -600, -570, -540, -480, -420, -360, -300, -240, -210, -180, -150, -120, -60, 0, 60, 120, 180, 210,
        240, 270, 300, 330, 345, 360, 390, 420, 480, 525, 540, 570, 600, 630, 660, 720, 765, 780, 840,
    ].map { $0 * 60 }

    /// Returns `UTC+02:00`.
    static func name(_ offset: Int32) -> String {
        let minutes = abs(Int(offset)) / 60
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "UTC\(offset < 0 ? "−" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    }
}
