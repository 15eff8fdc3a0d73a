internal import FilmgateModel
internal import FilmgateSQLite

extension MediaSubtype {
    /// The subtype's bit in the column. It is stored on disk and must never change.
    var bit: Int64 {
        switch self {
        case .live: 1
        case .panorama: 2
        case .hdr: 4
        case .screenshot: 8
        case .animated: 16
        case .raw: 32
        case .depth: 64
        case .slowMotion: 128
        case .timeLapse: 256
        case .burst: 512
        case .damaged: 1024
        case .guessedDate: 2048
        }
    }
}

extension Set<MediaSubtype> {
    /// The value of the column.
    var column: Int64 { reduce(0) { $0 | $1.bit } }

    init(column: Int64) { self.init(MediaSubtype.allCases.filter { column & $0.bit != 0 }) }
}

extension Schema {
    /// Subtypes as bits, and the secret from which identifiers of moments and years are made.
    static let computedAlbums = Migration(
        7,
        """
        ALTER TABLE library ADD COLUMN secret BLOB;
        UPDATE library SET secret = randomblob(32);

        ALTER TABLE asset ADD COLUMN kinds INTEGER NOT NULL DEFAULT 0;
        UPDATE asset SET kinds =
            1 * (instr(' ' || subtypes || ' ', ' live ') > 0) + 2 * (instr(' ' || subtypes || ' ', ' panorama ') > 0)
            + 4 * (instr(' ' || subtypes || ' ', ' hdr ') > 0) + 8 * (instr(' ' || subtypes || ' ', ' screenshot ') > 0)
            + 16 * (instr(' ' || subtypes || ' ', ' animated ') > 0) + 32 * (instr(' ' || subtypes || ' ', ' raw ') > 0)
            + 64 * (instr(' ' || subtypes || ' ', ' depth ') > 0)
            + 128 * (instr(' ' || subtypes || ' ', ' slow-motion ') > 0)
            + 256 * (instr(' ' || subtypes || ' ', ' time-lapse ') > 0)
            + 512 * (instr(' ' || subtypes || ' ', ' burst ') > 0)
            WHERE subtypes <> '';
        ALTER TABLE asset DROP COLUMN subtypes;
        ALTER TABLE asset RENAME COLUMN kinds TO subtypes;
        """)
}
