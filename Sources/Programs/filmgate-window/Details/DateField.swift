import FilmgateGTK
import FilmgateText

/// The fields for the date and the time zone of a photo.
final class DateField {
    /// Called with the new date, in microseconds since 1970.
    var onDate: (Int64) -> Void = { _ in }
    /// Called with the UTC offset of the new time zone, in seconds. The local time stays the same.
    var onZone: (Int32) -> Void = { _ in }

    private let date: DateEntry
    private let zone: DropDown
    private var zones: [Int32?] = []

    /// - Parameter id: the identifier of the date's row in the UI file. The row of the time zone has this identifier
    ///   with the suffix `-zone`.
    init(in builder: Builder, _ id: String) {
        date = DateEntry(in: builder, id)
        zone = DropDown(in: builder, id + "-zone")
        date.text.save = { [weak self] _ in
            if let self, let moment = date.moment { onDate(moment) }
        }
        zone.onSelected { [weak self] in
            guard let self, zones.indices.contains(zone.selected), let chosen = zones[zone.selected] else { return }
            onZone(chosen)
        }
    }

    var text: EditedTextField { date.text }

    /// - Parameters:
    ///   - moment: the date, in microseconds since 1970; nil if the photo has no date.
    ///   - offset: the UTC offset of the time that the field shows, in seconds; nil for the person's time zone.
    ///   - known: the UTC offset of the photo's time zone; nil if the zone is unknown.
    ///   - keepsTyped: whether to keep typed text that is not saved yet.
    func show(_ moment: Int64?, at offset: Int32?, zone known: Int32?, keepsTyped: Bool) {
        date.show(moment, at: offset, keepsTyped: keepsTyped)
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
