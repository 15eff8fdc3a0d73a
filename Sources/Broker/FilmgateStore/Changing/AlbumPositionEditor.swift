import FilmgateSQLite

/// Orders an album's assets by sparse position numbers, within a transaction. Because of the gaps, an insertion rarely
/// moves other assets, even in a large album.
struct AlbumPositionEditor {
    let database: DatabaseConnection
    let album: Int64

    /// The usual distance between two positions.
    private static let step: Int64 = 1 << 16
    /// The number of assets to respace in a first attempt if there is no gap at a position.
    private static let fewest = 64
    /// The minimum distance between two positions after respacing.
    private static let leastRoom: Int64 = 16
    /// The range of valid positions. Computations with these positions never overflow. A damaged database can contain
    /// other positions.
    static let positions: ClosedRange<Int64> = -(1 << 60)...1 << 60
    /// The offset that is added to positions temporarily during respacing.
    private static let temporaryOffset: Int64 = 1 << 61

    /// Returns the number of the album's assets outside the trash.
    func count() throws -> Int {
        try database.first("SELECT assets FROM album WHERE row = \(album)") { Int($0.integer(0)) } ?? 0
    }

    func append(_ assets: [AssetKey]) throws {
        try checkPositions()
        try put(
            assets, from: (try position(before: .max) ?? 0) + AlbumPositionEditor.step, by: AlbumPositionEditor.step)
    }

    /// - Parameter index: the index of the first inserted asset among the album's assets outside the trash. It must be
    ///   at most the number of these assets.
    func insert(_ assets: [AssetKey], at index: Int) throws {
        try checkPositions()
        guard try index < count(), let next = try position(at: index) else { return try append(assets) }
        let places = Int64(assets.count)
        guard let previous = try position(before: next) else {
            return try put(assets, from: next - places * AlbumPositionEditor.step, by: AlbumPositionEditor.step)
        }
        let room = (next - previous) / (places + 1)
        if room > 0 { return try put(assets, from: previous + room, by: room) }
        let made = try makeRoom(for: places, after: previous)
        try put(assets, from: previous + made, by: made)
    }

    /// Inserts an asset at a position, or directly after it if it is taken. Without a valid position, inserts the asset
    /// after `predecessor`: at the start if `predecessor` is nil, or at the end if it is not in the album.
    func place(_ asset: AssetKey, at position: Int64?, behind predecessor: AssetKey?) throws {
        try checkPositions()
        let position = position.flatMap { AlbumPositionEditor.positions.contains($0) ? $0 : nil }
        if let position, try !isTaken(position) {
            return try put([asset], from: position, by: AlbumPositionEditor.step)
        }
        var previous = position
        if previous == nil, let predecessor {
            previous = try self.position(of: predecessor)
            if previous == nil { return try append([asset]) }
        }
        guard let previous else {
            guard let first = try self.position(after: .min) else { return try append([asset]) }
            return try put([asset], from: first - AlbumPositionEditor.step, by: AlbumPositionEditor.step)
        }
        guard let next = try self.position(after: previous) else { return try append([asset]) }
        let half = (next - previous) / 2
        let room = try half > 0 ? half : makeRoom(for: 1, after: previous)
        try put([asset], from: previous + room, by: room)
    }

    /// Removes an asset. Returns whether the asset was in the album.
    @discardableResult
    func takeOut(_ asset: AssetKey) throws -> Bool {
        try database.execute("DELETE FROM album_asset WHERE asset = \(asset.rawValue) AND album = \(album)")
        return database.changedRows > 0
    }

    /// Respaces 64 assets after a position, or 256 and so on if necessary, to make a gap for new assets.
    ///
    /// - Returns: the new distance between positions, with a gap for `places` new assets.
    private func makeRoom(for places: Int64, after previous: Int64) throws -> Int64 {
        var width = AlbumPositionEditor.fewest
        while true {
            let following = try database.all(
                """
                SELECT position, asset FROM album_asset WHERE album = \(album) AND position > \(previous)
                ORDER BY position LIMIT \(width + 1)
                """
            ) { (position: $0.integer(0), asset: $0.integer(1)) }
            let end = following.count > width ? following[width].position : nil
            let moved = following.prefix(width)
            let room = end.map { ($0 - previous) / (places + Int64(moved.count) + 1) } ?? AlbumPositionEditor.step
            guard room >= AlbumPositionEditor.leastRoom else {
                width *= 4
                continue
            }
            try database.execute("UPDATE album SET respacings = respacings + 1 WHERE row = \(album)")
            // Positions are unique, so the assets first move outside the valid range.
            try database.execute(
                """
                UPDATE album_asset SET position = position + \(AlbumPositionEditor.temporaryOffset)
                WHERE album = \(album) AND position > \(previous) AND position < \(end ?? AlbumPositionEditor.temporaryOffset)
                """)
            for (number, row) in moved.enumerated() {
                try database.execute(
                    """
                    UPDATE album_asset SET position = \(previous + room * (places + 1 + Int64(number)))
                    WHERE album = \(album) AND position = \(row.position + AlbumPositionEditor.temporaryOffset)
                    """)
            }
            try database.execute("DELETE FROM album_stretch WHERE album = \(album) AND assets = 0")
            return room
        }
    }

    /// - Throws: `CorruptRowError` if a position is outside the valid range.
    private func checkPositions() throws {
        let ends = try database.first(
            """
            SELECT (SELECT min(position) FROM album_asset WHERE album = \(album)),
                (SELECT max(position) FROM album_asset WHERE album = \(album))
            """
        ) { [$0.integer(0), $0.integer(1)] }
        guard ends?.allSatisfy(AlbumPositionEditor.positions.contains) ?? true else {
            throw CorruptRowError(table: "album_asset")
        }
    }

    private func put(_ assets: [AssetKey], from first: Int64, by distance: Int64) throws {
        for (number, asset) in assets.enumerated() {
            try database.execute(
                """
                INSERT INTO album_asset (album, position, asset, hidden, trashed)
                SELECT \(album), \(first + Int64(number) * distance), row, hidden, trashed_date IS NOT NULL
                FROM asset WHERE row = \(asset.rawValue)
                """)
        }
    }

    private func isTaken(_ position: Int64) throws -> Bool {
        try database.exists("SELECT 1 FROM album_asset WHERE album = \(album) AND position = \(position)")
    }

    private func position(of asset: AssetKey) throws -> Int64? {
        try database.integer("SELECT position FROM album_asset WHERE album = \(album) AND asset = \(asset.rawValue)")
    }

    private func position(after previous: Int64) throws -> Int64? {
        try database.integer(
            """
            SELECT position FROM album_asset WHERE album = \(album) AND position > \(previous)
            ORDER BY position LIMIT 1
            """)
    }

    private func position(before next: Int64) throws -> Int64? {
        try database.integer(
            """
            SELECT position FROM album_asset WHERE album = \(album) AND position < \(next)
            ORDER BY position DESC LIMIT 1
            """)
    }

    /// Returns the position of the asset at an index among the assets outside the trash. Adds up the stored counts of
    /// stretches (2²⁶ positions each), and counts single assets only in the last one.
    private func position(at index: Int) throws -> Int64? {
        try database.integer(
            """
            WITH counted AS (
                SELECT stretch, assets, sum(assets) OVER (ORDER BY stretch) AS upto FROM album_stretch
                WHERE album = \(album)),
            found AS (SELECT stretch, upto - assets AS before FROM counted WHERE upto > \(index) ORDER BY stretch LIMIT 1)
            SELECT position FROM album_asset
            WHERE album = \(album) AND position >= (SELECT stretch << 26 FROM found) AND trashed = 0
            ORDER BY position LIMIT 1 OFFSET \(index) - (SELECT before FROM found)
            """)
    }
}
