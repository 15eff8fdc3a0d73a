public import FilmgateModel
internal import FilmgateSQLite

/// An asset that an earlier version added, which read a date without a time zone as UTC. It may wait in the inbox.
public struct AssetWithoutZone: Sendable {
    let row: Int64
    /// Whether its row is one of `quarantined`.
    let isWaiting: Bool
    let file: FileName
    let sidecar: FileName?
    let creationDate: Timestamp
    /// The creation date that it was imported with; nil if none of the owner's tools added it.
    let importDate: Timestamp?
    let zone: Int32?
    let clockOffset: Int32
    let location: Location?
    /// The client that added it.
    public let creator: ClientID

    public var hasSidecar: Bool { sidecar != nil }

    /// The columns that `init` reads, but the import date.
    static let columns: SQL = """
        r.file, s.file, a.creation_date, a.time_zone_offset, a.clock_offset, a.latitude, a.longitude, c.id
        """

    /// The condition that it may have to change: the date of a sidecar was read as UTC even if the zone of the photo was known.
    static let condition: SQL = "(a.time_zone_offset IS NULL OR s.file IS NOT NULL)"

    /// - Parameter row: its row's number, the import date and `columns`.
    init(_ row: borrowing Row, isWaiting: Bool) throws {
        guard let file = FileName(bytes: row.blob(2)), let creator = Holder(key: row.text(9))?.client else {
            throw DamagedRow(table: "resource")
        }
        self.row = row.integer(0)
        self.isWaiting = isWaiting
        self.file = file
        sidecar = row.isNull(3) ? nil : FileName(bytes: row.blob(3))
        creationDate = Timestamp(rawValue: row.integer(4))
        importDate = row.optionalInteger(1).map { Timestamp(rawValue: $0) }
        zone = row.optionalInteger(5).map { Int32(clamping: $0) }
        clockOffset = Int32(clamping: row.integer(6))
        location = row.isNull(7) ? nil : Location(latitude: row.real(7), longitude: row.real(8))
        self.creator = creator
    }

    /// What its dates are found to mean.
    struct Dates {
        var creation: Timestamp
        var zone: Int32?
        var importing: Timestamp?
    }

    /// Returns what its dates mean. A date that neither the file nor its sidecar states is a moment, unless the owner corrected it.
    func dates(by facts: MediaFacts?, _ sidecar: SidecarFacts?, in zones: TimeZoneResolver) throws -> Dates {
        let readings = AssetWithoutZone.readings(facts, sidecar)
        var dates = Dates(creation: creationDate, zone: zone, importing: importDate)
        if let importDate, let read = try resolved(importDate, readings, in: zones) {
            dates.importing = read.creationDate ?? importDate
        }
        if let read = try resolved(creationDate, readings, in: zones) {
            (dates.creation, dates.zone) = (read.creationDate ?? creationDate, read.timeZoneOffset)
        } else if zone == nil {
            var known = MediaFacts.unknown
            (known.creationDate, known.location) = (creationDate, location)
            // A date that was set since has the clock of the library.
            known.dateLacksZone = importDate != nil && importDate != creationDate && clockOffset == 0
            let read = try zones.resolved(known, AssetChanges())
            (dates.creation, dates.zone) = (read.creationDate ?? creationDate, read.timeZoneOffset)
        }
        return dates
    }

    /// Returns the facts of the file with its sidecar, and alone, each with the date that an earlier version took from it.
    private static func readings(
        _ facts: MediaFacts?, _ sidecar: SidecarFacts?
    ) -> [(date: Timestamp, facts: MediaFacts)] {
        let file = facts ?? .unknown
        var readings: [(date: Timestamp, facts: MediaFacts)] = []
        if let sidecar, let date = sidecar.creationDate {
            var both = file
            both.apply(sidecar)
            readings.append((date, both))
        }
        if let date = file.creationDate { readings.append((date, file)) }
        return readings
    }

    /// Returns what a date means that one of the readings states; nil if none does. A zone that is known is not replaced.
    private func resolved(
        _ date: Timestamp, _ readings: [(date: Timestamp, facts: MediaFacts)], in zones: TimeZoneResolver
    ) throws -> MediaFacts? {
        let reading = readings.first { $0.date == date && (zone == nil || $0.facts.timeZoneOffset == zone) }
        guard var facts = reading?.facts else { return nil }
        facts.location = location
        return try zones.resolved(facts, AssetChanges())
    }
}
