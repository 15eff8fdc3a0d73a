import FilmgateModel
import FilmgateSQLite

/// Restores earlier states of assets.
extension UndoExecutor {
    /// The columns of the properties that `setProperty` restores.
    static let columns: [UndoAspect: (columns: SQL, values: SQL, property: AssetProperty)] = [
        .title: ("title", "e.value", .title), .caption: ("caption", "e.value", .caption),
        .altText: ("alt_text", "e.value", .altText), .keywords: ("keywords", "e.value", .keywords),
        .favorite: ("favorite", "e.value", .favorite),
        .hidden: ("hidden", "e.value", .hidden), .rating: ("rating", "e.value", .rating),
        .creationDate: ("asset.creation_date, \(isGuessed)", "e.value, ifnull(e.is_guessed, 0)", .creationDate),
        .timeZone: ("time_zone_offset", "e.value", .timeZone),
        .location: ("asset.latitude, asset.longitude", "e.value, e.longitude", .location),
    ]

    /// The SQL condition that the date is marked as a guess.
    private static let isGuessed: SQL = "(subtypes & \(MediaSubtype.guessedDate.bit)) <> 0"

    /// All aspects of an asset except its existence.
    private static let changeable: [UndoAspect] = Array(columns.keys) + [.content, .joined, .trashed, .burst]

    mutating func setProperty(_ step: UndoPlan.Step) throws {
        guard let (columns, values, property) = UndoExecutor.columns[step.target.aspect] else { return }
        let key = AssetKey(rawValue: step.target.object)
        let isDifferent = try database.exists(
            """
            SELECT 1 FROM asset, undo_entry AS e
            WHERE asset.row = \(key.rawValue) AND e.number = \(step.entry) AND (\(columns)) IS NOT (\(values))
            """)
        guard isDifferent else { return }
        let (assignments, properties): (SQL, [AssetProperty]) =
            switch property {
            case .location: try placed(step)
            case .creationDate: try dated(step)
            case .timeZone: ("\(columns) = \(values), \(try clock(step, property))", [property])
            default: ("\(columns) = \(values)", [property])
            }
        try batch.log.noting(recountOf: key) {
            try database.execute(
                """
                UPDATE asset SET modification_date = \(batch.now.rawValue), \(assignments)
                FROM (SELECT value, longitude, is_guessed FROM undo_entry WHERE number = \(step.entry)) AS e
                WHERE asset.row = \(key.rawValue)
                """)
        }
        try batch.log.add(.updated, key, properties: properties + [.modificationDate])
        try note(step.target)
    }

    /// Returns the assignments that restore a date and its mark as a guessed date.
    private func dated(_ step: UndoPlan.Step) throws -> (SQL, [AssetProperty]) {
        let bit = MediaSubtype.guessedDate.bit
        let assignments: SQL = """
            creation_date = e.value, subtypes = (subtypes & ~\(bit)) | iif(e.is_guessed, \(bit), 0),
            \(try clock(step, .creationDate))
            """
        let isMarkChanged = try database.exists(
            """
            SELECT 1 FROM asset, undo_entry AS e WHERE asset.row = \(step.target.object) AND e.number = \(step.entry)
                AND (\(UndoExecutor.isGuessed)) <> ifnull(e.is_guessed, 0)
            """)
        return (assignments, isMarkChanged ? [.creationDate, .subtypes] : [.creationDate])
    }

    /// Returns the assignment of the clock offset for a restored date or time zone.
    private func clock(_ step: UndoPlan.Step, _ property: AssetProperty) throws -> SQL {
        let date: SQL =
            property == .creationDate
            ? "SELECT value FROM undo_entry WHERE number = \(step.entry)"
            : "SELECT creation_date FROM asset WHERE row = \(step.target.object)"
        let moment = Timestamp(rawValue: try database.integer(date) ?? 0)
        let zone: SQL = property == .creationDate ? "time_zone_offset" : "e.value"
        return "clock_offset = ifnull(\(zone), \(batch.zones.clockOffset(at: moment, zone: nil)))"
    }

    /// Returns the assignments that restore a location and the place name.
    private func placed(_ step: UndoPlan.Step) throws -> (SQL, [AssetProperty]) {
        let location = try database.first(
            "SELECT value, longitude FROM undo_entry WHERE number = \(step.entry) AND value IS NOT NULL"
        ) { Location(latitude: $0.real(0), longitude: $0.real(1)) }
        let names = try batch.zones.towns?.names(at: location ?? nil) ?? PlaceNames()
        let assignments: SQL = """
            latitude = e.value, longitude = e.longitude, place = \(names.place), town = \(names.town)
            """
        return (assignments, [.location, .place])
    }

    mutating func restoreFromTrash(_ step: UndoPlan.Step) throws {
        let key = AssetKey(rawValue: step.target.object)
        guard step.isAbsent, try isTrashed(key) else { return }
        try batch.restore([key])
        try note(step.target)
    }

    mutating func putIntoTrash(_ step: UndoPlan.Step) throws {
        let key = AssetKey(rawValue: step.target.object)
        guard !step.isAbsent, try exists(key), try !isTrashed(key) else { return }
        try batch.trash([key])
        try note(step.target)
    }

    /// Puts an added asset into the trash, unless it is used apart from the undone changes.
    mutating func trashAdded(_ step: UndoPlan.Step) throws {
        let key = AssetKey(rawValue: step.target.object)
        guard try exists(key), try !isTrashed(key) else { return }
        guard try !isChangedByOthers(step.target, UndoExecutor.changeable, orMemberOf: true), try !isUsedByOthers(key)
        else {
            return try skip(step.target, .changedLater(by: nil))
        }
        try batch.trash([key])
        try note(step.target)
    }

    mutating func setContent(_ step: UndoPlan.Step) throws {
        let key = AssetKey(rawValue: step.target.object)
        guard try exists(key) else { return }
        guard try !hasNewOriginal(key, since: step.entry) else { return try skip(step.target, .changedLater(by: nil)) }
        let wasEdited = try database.exists(
            "SELECT 1 FROM undo_entry WHERE number = \(step.entry) AND value IS NOT NULL")
        guard wasEdited else {
            guard try isEdited(key) else { return }
            try batch.revertContent(of: key, base: nil)
            return try note(step.target)
        }
        guard let edit = try entryWithFiles(step.entry, of: key) else { return try skip(step.target, .editNotKept) }
        try batch.restoreEdit(edit, of: key)
        try note(step.target)
    }

    /// Restores the burst of an asset. Removes the asset from its burst, returns the asset to its earlier burst, or
    /// restores the asset's rank in the burst.
    mutating func setBurst(_ step: UndoPlan.Step) throws {
        let key = AssetKey(rawValue: step.target.object)
        guard try exists(key) else { return }
        let isAlone = try database.burst(of: key) == nil
        if isAlone == step.isAbsent {
            guard !isAlone, try batch.restoreBurstPick(of: key, step.entry) else { return }
        } else if step.isAbsent {
            try batch.leaveBurst(key)
        } else {
            try batch.returnToBurst(key, step.entry)
        }
        try note(step.target)
    }

    /// Returns whether an original was added after an entry, so that the asset's earlier file became an edit. No undo
    /// can remove the original.
    private func hasNewOriginal(_ key: AssetKey, since entry: Int64) throws -> Bool {
        try database.exists(
            """
            SELECT 1 FROM undo_entry
            WHERE aspect = 'joined' AND object = \(key.rawValue) AND value = 1 AND number > \(entry)
            """)
    }

    /// Returns the entry that has the files of an edit. If an undo restored the edit, the entry of the later change
    /// that replaced the edit again has the files.
    private func entryWithFiles(_ entry: Int64, of key: AssetKey) throws -> Int64? {
        var entry = entry
        while try !database.exists("SELECT 1 FROM undo_file WHERE edit = \(entry)") {
            let next = try database.integer(
                """
                SELECT min(n.number) FROM undo_entry AS p JOIN undo_entry AS n
                    ON n.aspect = 'content' AND n.object = p.object AND n.number > p.number
                WHERE p.aspect = 'content' AND p.object = \(key.rawValue) AND p.restores = \(entry)
                GROUP BY p.number ORDER BY p.number DESC LIMIT 1
                """)
            guard let next, next > entry else { return nil }
            entry = next
        }
        return entry
    }

    func exists(_ key: AssetKey) throws -> Bool {
        try database.exists("SELECT 1 FROM asset WHERE row = \(key.rawValue)")
    }

    private func isEdited(_ key: AssetKey) throws -> Bool {
        try database.exists("SELECT 1 FROM asset WHERE row = \(key.rawValue) AND adjustment_format IS NOT NULL")
    }

    private func isTrashed(_ key: AssetKey) throws -> Bool {
        try database.exists("SELECT 1 FROM asset WHERE row = \(key.rawValue) AND trashed_date IS NOT NULL")
    }
}
