public import FilmgateModel
internal import FilmgateSQLite
public import FilmgateSystem

/// An asset whose lens may be missing, because an earlier version added it.
public struct AssetWithoutLens: Sendable {
    let key: AssetKey
    let file: FileName
    /// The client that added it.
    public let creator: ClientID
}

extension Library {
    /// Returns the next assets whose files have not been examined for a lens, the latest first. Returns none when all have been.
    public func assetsWithoutLens(atMost count: Int) async throws -> [AssetWithoutLens] {
        try await database.read { database in
            try database.all(
                """
                SELECT a.row, r.file, c.id FROM asset AS a JOIN client AS c ON c.row = a.creator
                JOIN resource AS r ON r.asset = a.row AND r.type IN ('photo', 'video')
                WHERE a.row <= (SELECT lenses_missing FROM library) AND a.lens_model IS NULL
                ORDER BY a.row DESC LIMIT \(count)
                """
            ) { row in
                guard let file = FileName(bytes: row.blob(1)), let creator = Holder(key: row.text(2))?.client else {
                    throw DamagedRow(table: "resource")
                }
                return AssetWithoutLens(key: AssetKey(rawValue: row.integer(0)), file: file, creator: creator)
            }
        }
    }

    /// Opens the file of an asset, read-only and with a position of its own.
    ///
    /// - Throws: `Errno`; `noEntry` if the asset was purged meanwhile.
    @concurrent
    public func content(of asset: AssetWithoutLens) async throws -> OwnedDescriptor {
        try await originals.reading.open(asset.file)
    }

    /// Stores the lenses of examined assets, the next ones of `assetsWithoutLens`. Nil is for a file that tells none.
    ///
    /// Each asset counts as updated, whether or not it has a lens: a client that may not know lenses learns from the number of changes
    /// how many assets were examined, and nothing else. It is not told of these updates.
    public func store(_ lenses: [(asset: AssetWithoutLens, lens: String?)], at now: Timestamp) async throws {
        let found = lenses.map { (key: $0.asset.key, lens: $0.lens) }
        guard let last = found.map(\.key.rawValue).min() else { return }
        try await database.write { database in
            let log = try ChangeLog(in: database, at: now)
            for (key, lens) in found {
                try database.execute(
                    "UPDATE asset SET lens_model = \(lens) WHERE row = \(key.rawValue) AND lens_model IS NULL")
                try log.add(.updated, key, properties: [.lens])
            }
            try database.execute("UPDATE library SET lenses_missing = min(lenses_missing, \(last - 1))")
        }
        noteChanges()
    }
}
