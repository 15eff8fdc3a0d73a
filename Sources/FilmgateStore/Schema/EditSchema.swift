internal import FilmgateSQLite

extension Schema {
    /// Edits: the format of the adjustment data, how often the content was changed, and what the properties of an edited asset were
    /// before; the renders are resources.
    static let edits = Migration(
        14,
        """
        ALTER TABLE asset ADD COLUMN adjustment_format TEXT;
        ALTER TABLE asset ADD COLUMN adjustment_version TEXT
            CHECK ((adjustment_version IS NULL) = (adjustment_format IS NULL));
        -- Who made the edit.
        ALTER TABLE asset ADD COLUMN adjustment_client INTEGER REFERENCES client;
        ALTER TABLE asset ADD COLUMN content_changes INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE asset ADD COLUMN original_width INTEGER;
        ALTER TABLE asset ADD COLUMN original_height INTEGER;
        ALTER TABLE asset ADD COLUMN original_orientation INTEGER;
        ALTER TABLE asset ADD COLUMN original_duration REAL;

        CREATE TABLE file (
            asset INTEGER NOT NULL REFERENCES asset ON DELETE CASCADE,
            type TEXT NOT NULL CHECK (type IN ('photo', 'video', 'paired-video', 'alternate-photo', 'adjustment-data',
                'adjustment-base-data', 'full-size-photo', 'full-size-video', 'full-size-paired-video')),
            mime_type TEXT NOT NULL,
            filename TEXT,
            size INTEGER NOT NULL CHECK (size >= 0),
            hash BLOB NOT NULL CHECK (length(hash) = 32),
            file BLOB NOT NULL UNIQUE CHECK (length(file) = 16),
            PRIMARY KEY (asset, type)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO file (asset, type, mime_type, filename, size, hash, file)
            SELECT asset, type, mime_type, filename, size, hash, file FROM resource;
        DROP TABLE resource;
        ALTER TABLE file RENAME TO resource;
        CREATE INDEX resource_hash ON resource (hash) WHERE type IN ('photo', 'video');
        CREATE TRIGGER resource_inserted AFTER INSERT ON resource BEGIN
            UPDATE library SET resources = resources + 1, bytes = bytes + new.size;
        END;
        CREATE TRIGGER resource_deleted AFTER DELETE ON resource BEGIN
            UPDATE library SET resources = resources - 1, bytes = bytes - old.size;
        END;
        """)
}
