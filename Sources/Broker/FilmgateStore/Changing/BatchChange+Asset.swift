import FilmgateModel
import FilmgateSQLite

/// Changes of existing assets.
extension BatchChange {
    func set(_ properties: AssetChanges, of key: AssetKey) throws {
        var (assignments, changed) = properties.assignments()
        guard !changed.isEmpty else { return }
        if let clock = properties.clockAssignment(zones) { assignments.append(clock) }
        if properties.properties.contains(.location) {
            let names = try zones.towns?.names(at: properties.location) ?? PlaceNames()
            assignments.append("place = \(names.place), town = \(names.town)")
            changed.append(.place)
        }
        if properties.creationDate != nil, try database.isDateGuessed(of: key) { changed.append(.subtypes) }
        let (assigned, properties) = (assignments, changed)
        try log.noting(recountOf: key) {
            try database.execute(
                """
                UPDATE asset SET \(assigned.joined(by: ", ")), modification_date = \(now.rawValue)
                WHERE row = \(key.rawValue)
                """)
        }
        try log.add(.updated, key, properties: properties + [.modificationDate])
    }

    /// If the clock is behind, the date is not before the asset's own dates, and not before the latest clock reading
    /// that `Retention` accepted.
    mutating func trash(_ keys: [AssetKey]) throws {
        for key in keys {
            try log.noting(recountOf: key) {
                try database.execute(
                    """
                    UPDATE asset SET trashed_date = max(
                        \(now.rawValue), added_date, modification_date, (SELECT ifnull(trash_latest, 0) FROM library))
                    WHERE row = \(key.rawValue) AND trashed_date IS NULL
                    """)
                guard database.changedRows > 0 else { return }
                try log.add(.trashed, key)
                reducesVisibility = true
            }
        }
    }

    func restore(_ keys: [AssetKey]) throws {
        for key in keys {
            try log.noting(recountOf: key) {
                try database.execute(
                    "UPDATE asset SET trashed_date = NULL WHERE row = \(key.rawValue) AND trashed_date IS NOT NULL")
                if database.changedRows > 0 { try log.add(.restored, key) }
            }
        }
    }

    /// Deletes rows now, and files after the commit.
    mutating func purge(_ keys: [AssetKey]) throws {
        let keys = Set(keys)
        for key in keys {
            guard try database.exists("SELECT 1 FROM asset WHERE row = \(key.rawValue) AND trashed_date IS NOT NULL")
            else { throw Fault.notInTrash }
        }
        for key in keys { deletedFiles += try Purge(database: database, log: log).purge(key) }
        created = created.filter { !keys.contains($0.value) }
        reducesVisibility = true
    }
}

extension DatabaseConnection {
    fileprivate func isDateGuessed(of key: AssetKey) throws -> Bool {
        try exists(
            "SELECT 1 FROM asset WHERE row = \(key.rawValue) AND subtypes & \(MediaSubtype.guessedDate.bit) <> 0")
    }
}
