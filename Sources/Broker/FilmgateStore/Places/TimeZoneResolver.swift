import FilmgateModel
import FilmgateSystem
import FilmgateTimeZones

/// Converts a camera's local time to a date, by the time zone of the photo's location, or, if that is not known, by the
/// library's time zone.
struct TimeZoneResolver: Sendable {
    /// The time zone of the library.
    let home: TimeZoneRules
    /// The data of towns; nil if this computer has no such data. Places then have neither names nor time zones.
    let towns: TownIndex?

    /// Returns the same metadata, with the date instead of the local time. The time zone is absent if the library's
    /// time zone was assumed.
    ///
    /// - Parameter properties: the properties that the client sets, which override the file's.
    func resolved(_ facts: MediaFacts, _ properties: AssetChanges) throws(Errno) -> MediaFacts {
        var facts = facts
        let place = properties.removesLocation ? nil : properties.location ?? facts.location
        let isClock = facts.dateLacksZone && properties.creationDate == nil
        facts.dateLacksZone = false
        guard let date = properties.creationDate ?? facts.creationDate else { return facts }
        if isClock {
            facts.timeZoneOffset = properties.timeZoneOffset
            if facts.timeZoneOffset == nil {
                facts.timeZoneOffset = try rules(at: place)?.offset(ofClock: date.seconds)
            }
            let offset = facts.timeZoneOffset ?? home.offset(ofClock: date.seconds)
            facts.creationDate = Bounds.clamped(date.advanced(bySeconds: -Int64(offset)))
        } else if facts.timeZoneOffset == nil {
            facts.timeZoneOffset = try rules(at: place)?.offset(at: date.seconds)
        }
        return facts
    }

    /// Returns the offset that decides the day of an asset: the offset of its own time zone, or, without one, of the
    /// library's.
    func clockOffset(at date: Timestamp, zone: Int32?) -> Int32 { zone ?? home.offset(at: date.seconds) }

    /// Returns the rules of the time zone of a place; nil if the place or its zone is not known.
    ///
    /// Uses the rounded place, so that a client that may know only the town does not learn more about the exact place
    /// from the zone.
    private func rules(at place: Location?) throws(Errno) -> TimeZoneRules? {
        guard let place, let name = try towns?.timeZone(at: place.rounded(to: .town)) else { return nil }
        return TimeZoneRules(named: name)
    }
}

extension Timestamp {
    /// The seconds since the Unix epoch, rounded down.
    fileprivate var seconds: Int64 { rawValue.floorDivided(by: 1_000_000) }
}
