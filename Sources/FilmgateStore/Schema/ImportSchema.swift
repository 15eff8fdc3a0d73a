internal import FilmgateSQLite

extension Schema {
    /// Which assets the owner's tools added: no import joins or skips anything else.
    static let imports = Migration(
        28,
        """
        -- When it was taken, as it was when one of the owner's tools added it; null if an app did. Nothing changes it: a date that an app
        -- sets must not lead files to an asset.
        ALTER TABLE asset ADD COLUMN import_date INTEGER;
        -- The tools at their usual names. A sandboxed app has neither.
        UPDATE asset SET import_date = creation_date WHERE creator IN (
            SELECT row FROM client
            WHERE id GLOB 'exe:*/filmgatectl' OR id GLOB 'exe:*/filmgate-window' OR id = 'app:org.filmgate.Filmgate');
        """)
}
