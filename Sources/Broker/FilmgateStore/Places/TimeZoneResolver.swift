import FilmgateModel
import FilmgateSystem
import FilmgateTimeZones

/// Finds out which moment a camera's clock means: in the time zone of the photo's own place, or else in the library's.
struct TimeZoneResolver: Sendable {
    /// Of the library.
    let home: TimeZoneRules
    /// Nil if this computer has no data of towns. Then places have no names, and no time zones.
    let towns: TownIndex?

    /// Returns the same, with the moment instead of what the clock showed. The time zone is missing if that of the library was assumed.
    ///
    /// - Parameter properties: what the client sets, which counts before the file.
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

    /// Returns the offset of the clock by which the day of an asset counts: of its own time zone, or else of the library's.
    func clockOffset(at date: Timestamp, zone: Int32?) -> Int32 { zone ?? home.offset(at: date.seconds) }

    /// Returns the rules of the time zone of a place; nil if the place or its zone is not known.
    ///
    /// It uses the rounded place, so that a client that may know only the town learns nothing about the exact place from the zone.
    private func rules(at place: Location?) throws(Errno) -> TimeZoneRules? {
        guard let place, let name = try towns?.timeZone(at: place.rounded(to: .town)) else { return nil }
        return TimeZoneRules(named: name)
    }
}

extension Timestamp {
    /// Since the Unix epoch, rounded down.
    fileprivate var seconds: Int64 { rawValue.floorDivided(by: 1_000_000) }
}
