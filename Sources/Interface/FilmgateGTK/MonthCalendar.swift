import CFilmgateGTK

/// A calendar of one month, in which the person chooses a day.
public final class MonthCalendar: Widget {
    private var isSetting = false

    /// The chosen day.
    public var day: (year: Int, month: Int, day: Int)? {
        get {
            guard let date = gtk_calendar_get_date(opaque) else { return nil }
            defer { g_date_time_unref(date) }
            return (
                Int(g_date_time_get_year(date)), Int(g_date_time_get_month(date)),
                Int(g_date_time_get_day_of_month(date))
            )
        }
        set {
            guard let newValue,
                let date = g_date_time_new_local(
                    Int32(newValue.year), Int32(newValue.month), Int32(newValue.day), 12, 0, 0)
            else { return }
            defer { g_date_time_unref(date) }
            isSetting = true
            gtk_calendar_select_day(opaque, date)
            isSetting = false
        }
    }

    /// Calls `body` when the person chooses a day, or goes to a different month.
    public func onChosen(_ body: @escaping () -> Void) {
        connect(raw, "day-selected") { [weak self] in if self?.isSetting == false { body() } }
    }
}
