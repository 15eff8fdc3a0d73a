import FilmgateModel
import FilmgateSQLite

/// Changes existing assets.
extension BatchApplier {
    func set(_ properties: AssetChanges, of key: AssetKey) throws {
        var (assignments, changed) = try properties.assignments(zones)
        guard !changed.isEmpty else { return }
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

    /// Puts assets into the trash. The clock may be wrong, so the trash date is never before an asset's addition or
    /// last modification, or before the latest time that `TrashRetention` has accepted.
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

    /// Deletes the rows of trashed assets. The files are removed after the commit.
    mutating func purge(_ keys: [AssetKey]) throws {
        let keys = Set(keys)
        for key in keys {
            guard try database.exists("SELECT 1 FROM asset WHERE row = \(key.rawValue) AND trashed_date IS NOT NULL")
            else { throw Fault.notInTrash }
        }
        for key in keys { deletedFiles += try AssetPurger(database: database, log: log).purge(key) }
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

/// Adds and removes single keywords. Comparisons ignore case, as in queries.
extension BatchApplier {
    func add(_ keywords: [String], to key: AssetKey) throws {
        let present = try database.keywords(in: "asset", where: "row = \(key.rawValue)")
        let all = present.adding(keywords)
        guard all.count > present.count else { return }
        guard all.count <= ContractLimits.keywords else { throw Fault.tooManyKeywords }
        try set(all, of: key)
    }

    func remove(_ keywords: [String], from key: AssetKey) throws {
        let present = try database.keywords(in: "asset", where: "row = \(key.rawValue)")
        let left = present.removing(keywords)
        guard left.count < present.count else { return }
        try set(left, of: key)
    }

    private func set(_ keywords: [String], of key: AssetKey) throws {
        var changes = AssetChanges()
        changes.keywords = keywords
        try set(changes, of: key)
    }
}

extension DatabaseConnection {
    func keywords(in table: SQL, where condition: SQL) throws -> [String] {
        try first(
            "SELECT (SELECT group_concat(value, char(0)) FROM json_each(keywords)) FROM \(table) WHERE \(condition)"
        ) { $0.isNull(0) ? [] : $0.keywords(0) } ?? []
    }
}

extension [String] {
    /// Returns these keywords, followed by the given keywords that are new.
    func adding(_ keywords: [String]) -> [String] {
        var known = Set(map(\.foldedCase))
        return self + keywords.filter { known.insert($0.foldedCase).inserted }
    }

    func removing(_ keywords: [String]) -> [String] {
        let removed = Set(keywords.map(\.foldedCase))
        return filter { !removed.contains($0.foldedCase) }
    }
}
