internal import FilmgateSQLite

extension Schema {
    /// The lens, and the camera's name. An asset that was added earlier has no lens: only its file tells it,
    /// and `lenses` says how far these were read.
    static let devices = Migration(
        13,
        """
        ALTER TABLE asset ADD COLUMN lens_model TEXT;
        -- The model alone if its first word is a word of the maker's name: 'NIKON D70' of 'NIKON CORPORATION'.
        ALTER TABLE asset ADD COLUMN camera TEXT GENERATED ALWAYS AS (CASE
            WHEN camera_make IS NULL THEN camera_model
            WHEN camera_model IS NULL THEN camera_make
            WHEN instr(' ' || lower(camera_make) || ' ',
                ' ' || lower(substr(camera_model, 1, instr(camera_model || ' ', ' ') - 1)) || ' ') > 0
                THEN camera_model
            ELSE camera_make || ' ' || camera_model END) VIRTUAL;
        """)
}
