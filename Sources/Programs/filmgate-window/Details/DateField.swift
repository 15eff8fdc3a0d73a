import FilmgateGTK
import FilmgateModel
import FilmgateText

/// The fields for the date and the time zone of a photo. The person types the date, or chooses its day in a calendar.
final class DateField {
    /// Called with the new date, in microseconds since 1970.
    var onDate: (Int64) -> Void = { _ in }
    /// Called with the UTC offset of the new time zone, in seconds. The local time stays the same.
    var onZone: (Int32) -> Void = { _ in }

    let text: EditedTextField
    private let calendar: MonthCalendar
    private let popover: Popover
    private let zone: Chooser
    private var zones: [Int32?] = []
    private var offset: Int32?

    /// - Parameter id: the row's identifier in the UI file. The other parts have this identifier with the suffixes
    ///   `-calendar`, `-popover` and `-zone`.
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

    /// - Parameters:
    ///   - moment: the date, in microseconds since 1970; nil if the photo has no date.
    ///   - offset: the UTC offset of the time that the field shows, in seconds; nil for the person's time zone.
    ///   - known: the UTC offset of the photo's time zone; nil if the zone is unknown.
    ///   - keepsTyped: whether to keep typed text that is not saved yet.
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

    /// Replaces the day in the text with the day of the calendar. Keeps the time, or sets 12:00:00 if there is no time.
    private func dayChosen() {
        guard let day = calendar.day, let date = CivilDate(year: day.year, month: day.month, day: day.day) else {
            return
        }
        let time = text.row.text.split(separator: " ").dropFirst().first.map { " " + $0 } ?? " 12:00:00"
        text.row.text = date.text + time
    }
}

/// Formats time zones for display.
enum ZoneText {
    /// The UTC offsets of the world's time zones, in seconds.
    static let usual: [Int32] = [
        -720, -660, -600, -570, -540, -480, -420, -360, -300, -240, -210, -180, -150, -120, -60, 0, 60, 120, 180, 210,
        240, 270, 300, 330, 345, 360, 390, 420, 480, 525, 540, 570, 600, 630, 660, 720, 765, 780, 840,
    ].map { $0 * 60 }

    /// Returns a UTC offset as text, such as `UTC+02:00`.
    static func name(_ offset: Int32) -> String {
        let minutes = abs(Int(offset)) / 60
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "UTC\(offset < 0 ? "−" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    }
}
