public import FilmgateModel
import FilmgateSQLite

extension Library {
    /// Names the places of the next assets whose place names are missing or come from older town data. Returns whether
    /// more assets may remain.
    ///
    /// Logs an update of each asset with a location, even if the name stays the same. So a client with reduced
    /// location precision cannot learn from an update that the name of the exact place has changed.
    public func completePlaces(atMost count: Int, at now: Timestamp) async throws -> Bool {
        guard let towns = zones.towns else { return false }
        let due = try await database.read { try $0.unnamedPlaces(atMost: count, version: towns.version) }
        guard let due else { return false }
        try await database.write { database in
            if !due.isEmpty {
                let log = try ChangeLog(in: database, at: now)
                for row in due {
                    let place = try database.first("SELECT latitude, longitude FROM asset WHERE row = \(row)") {
                        $0.isNull(0) ? nil : Location(latitude: $0.real(0), longitude: $0.real(1))
                    }
                    guard let location = place ?? nil else { continue }
                    let names = try towns.names(at: location)
                    try database.execute(
                        "UPDATE asset SET place = \(names.place), town = \(names.town) WHERE row = \(row)")
                    try log.add(.updated, AssetKey(rawValue: row), properties: [.place])
                }
            }
            try database.execute(
                """
                UPDATE library SET
                    towns_version = \(towns.version), places_missing = \(due.last.map { $0 - 1 } ?? 0)
                """)
        }
        noteChanges()
        return !due.isEmpty
    }
}

extension DatabaseConnection {
    /// Returns the next assets without place names from this version of the town data, last added first. Returns nil if
    /// there are no such assets.
    fileprivate func unnamedPlaces(atMost count: Int, version: Int64) throws -> [Int64]? {
        let last = try integer(
            """
            SELECT iif(towns_version IS \(version), places_missing, (SELECT ifnull(max(row), 0) FROM asset)) FROM library
            """)
        let isCurrent = try exists("SELECT 1 FROM library WHERE towns_version IS \(version)")
        guard let last, last > 0 || !isCurrent else { return nil }
        return try integers(
            """
            SELECT row FROM asset WHERE row <= \(last) AND latitude IS NOT NULL ORDER BY row DESC LIMIT \(count)
            """)
    }
}
