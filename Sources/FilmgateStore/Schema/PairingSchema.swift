internal import FilmgateSQLite

extension Schema {
    /// What files that belong to one photo are found by, and resources that are kept beside it.
    static let pairing = Migration(
        17,
        """
        -- The name of the original without its extension, in lower case, and without marks of edits.
        ALTER TABLE asset ADD COLUMN stem TEXT;
        -- What the files of a live photo have in common.
        ALTER TABLE asset ADD COLUMN content_identifier TEXT;
        UPDATE asset SET stem = (
            SELECT lower(rtrim(rtrim(r.filename, replace(r.filename, '.', '')), '.')) FROM resource AS r
            WHERE r.asset = asset.row AND r.type IN ('photo', 'video'));
        UPDATE asset SET stem = NULL WHERE stem = '';
        CREATE INDEX asset_stem ON asset (stem) WHERE stem IS NOT NULL;
        CREATE INDEX asset_content_identifier ON asset (content_identifier) WHERE content_identifier IS NOT NULL;

        CREATE TABLE file (
            asset INTEGER NOT NULL REFERENCES asset ON DELETE CASCADE,
            type TEXT NOT NULL CHECK (type IN ('photo', 'video', 'paired-video', 'alternate-photo', 'adjustment-data',
                'adjustment-base-data', 'full-size-photo', 'full-size-video', 'full-size-paired-video', 'sidecar',
                'attachment')),
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
