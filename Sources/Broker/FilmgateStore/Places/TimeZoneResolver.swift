import FilmgateModel
import FilmgateSystem
import FilmgateTimeZones

/// Converts a camera's local time to a date. Uses the time zone at the photo's location, or the library's time zone if
/// the location is unknown.
struct TimeZoneResolver: Sendable {
    /// The time zone of the library.
    let home: TimeZoneRules
    /// The town data, or nil if this computer has none. Without the data, places have neither names nor time zones.
    let towns: TownIndex?

    /// Returns the metadata with a date instead of a local time. The result has no time zone if the library's time
    /// zone was assumed.
    ///
    /// - Parameter properties: the client's properties, which have precedence over the metadata.
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
            facts.creationDate = ContractLimits.clamped(date.advanced(bySeconds: -Int64(offset)))
        } else if facts.timeZoneOffset == nil {
            facts.timeZoneOffset = try rules(at: place)?.offset(at: date.seconds)
        }
        return facts
    }

    /// Returns the time zone offset that determines the day of an asset. The offset comes from the asset's own time
    /// zone if there is one, or else from the library's time zone.
    func clockOffset(at date: Timestamp, zone: Int32?) -> Int32 { zone ?? home.offset(at: date.seconds) }

    /// Returns the time zone rules at a location, or nil if the location or its time zone is unknown.
    ///
    /// Rounds the location first. A client that may know only the town therefore learns nothing more about the exact
    /// location from the time zone.
    private func rules(at place: Location?) throws(Errno) -> TimeZoneRules? {
        guard let place, let name = try towns?.timeZone(at: place.rounded(to: .town)) else { return nil }
        return TimeZoneRules(named: name)
    }
}

extension Timestamp {
    fileprivate var seconds: Int64 { rawValue.floorDivided(by: 1_000_000) }
}
