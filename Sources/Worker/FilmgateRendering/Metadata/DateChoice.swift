import FilmgateModel

extension CaptureDate {
    /// Returns the first valid date. Adds the time of day and the zone from other dates that agree with this date.
    ///
    /// - Parameters:
    ///   - taken: the dates at which the picture was taken, the best source first.
    ///   - time: a time of day without a date.
    ///   - others: the dates of digitizing and changing the picture, used if no date in `taken` is valid.
    static func best(
        of taken: [CaptureDate?], time: CaptureDate? = nil, otherwise others: [CaptureDate?] = []
    ) -> CaptureDate? {
        let taken = known(taken)
        let all = taken + known(others)
        guard var best = all.first else { return nil }
        for date in taken where date.precision > best.precision && date.isWithin(best) { best = date }
        if best.precision == .day, let time { best.add(time) }
        guard best.zone == nil, !best.isUTC, best.precision == .time else { return best }
        let seconds = best.clock.floorDivided(by: 1_000_000)
        let equal = all.first { $0.zone != nil && $0.clock.floorDivided(by: 1_000_000) == seconds }
        best.zone = equal?.zone
        return best
    }

    private static func known(_ dates: [CaptureDate?]) -> [CaptureDate] {
        dates.compactMap(\.self).filter { ContractLimits.dates.contains($0.timestamp) }
    }

    /// The date, but without its zone if no such zone exists. All zones today are multiples of 15 minutes.
    var withoutOddZone: CaptureDate {
        var date = self
        if let zone, zone % 900 != 0 { date.zone = nil }
        return date
    }

    /// Returns whether this date can be the exact form of an incomplete date.
    private func isWithin(_ other: CaptureDate) -> Bool {
        guard let mine = day, let its = other.day, mine.year == its.year else { return false }
        return (other.precision < .month || mine.month == its.month)
            && (other.precision < .day || mine.day == its.day)
    }

    private var day: CivilDate? { CivilTime(secondsSince1970: clock.floorDivided(by: 1_000_000))?.date }
}

extension MediaFacts {
    /// Sets the date, unless it is nil or out of bounds.
    mutating func take(_ date: CaptureDate?) {
        guard let date, ContractLimits.dates.contains(date.timestamp) else { return }
        creationDate = date.timestamp
        timeZoneOffset = date.zone
        dateLacksZone = date.zone == nil && !date.isUTC
    }

    /// Marks the date as a guess if an XMP packet contains the same date and marks it as a guess.
    mutating func markGuess(by packet: XMPPacket?) {
        guard let packet, packet.isDateGuessed == true, let date = packet.takenDate, date.timestamp == creationDate
        else { return }
        subtypes.insert(.guessedDate)
    }
}
