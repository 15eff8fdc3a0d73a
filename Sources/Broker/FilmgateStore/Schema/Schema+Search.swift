extension Schema {
    /// The full-text index. The index does not store the text. FTS5 reads the text through the view, and the
    /// triggers give FTS5 the old text whose entries it must remove.
    static let search = """
        CREATE VIEW search_text AS
            SELECT a.row AS row, a.title AS title, a.caption AS caption, a.alt_text AS alt_text, a.keywords AS keywords,
                r.filename AS filename, a.place AS place, a.town AS town
            FROM asset AS a JOIN resource AS r ON r.asset = a.row AND r.type IN ('photo', 'video');
        CREATE VIRTUAL TABLE search USING fts5(
            title, caption, alt_text, keywords, filename, place, town, content = 'search_text', content_rowid = 'row',
            tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');

        CREATE TRIGGER search_inserted AFTER INSERT ON resource WHEN new.type IN ('photo', 'video') BEGIN
            INSERT INTO search (rowid, title, caption, alt_text, keywords, filename, place, town)
                SELECT a.row, a.title, a.caption, a.alt_text, a.keywords, new.filename, a.place, a.town
                FROM asset AS a WHERE a.row = new.asset;
        END;
        CREATE TRIGGER search_changed AFTER UPDATE OF title, caption, alt_text, keywords, place, town ON asset
            WHEN (old.title, old.caption, old.alt_text, old.keywords, old.place, old.town)
                IS NOT (new.title, new.caption, new.alt_text, new.keywords, new.place, new.town) BEGIN
            INSERT INTO search (search, rowid, title, caption, alt_text, keywords, filename, place, town)
                SELECT 'delete', old.row, old.title, old.caption, old.alt_text, old.keywords, r.filename, old.place,
                    old.town
                FROM resource AS r WHERE r.asset = old.row AND r.type IN ('photo', 'video');
            INSERT INTO search (rowid, title, caption, alt_text, keywords, filename, place, town)
                SELECT new.row, new.title, new.caption, new.alt_text, new.keywords, r.filename, new.place, new.town
                FROM resource AS r WHERE r.asset = new.row AND r.type IN ('photo', 'video');
        END;
        CREATE TRIGGER search_deleted BEFORE DELETE ON asset BEGIN
            INSERT INTO search (search, rowid, title, caption, alt_text, keywords, filename, place, town)
                SELECT 'delete', old.row, old.title, old.caption, old.alt_text, old.keywords, r.filename, old.place,
                    old.town
                FROM resource AS r WHERE r.asset = old.row AND r.type IN ('photo', 'video');
        END;
        -- Does nothing if the asset was deleted, because its row no longer exists. See `search_deleted`.
        CREATE TRIGGER search_removed AFTER DELETE ON resource WHEN old.type IN ('photo', 'video') BEGIN
            INSERT INTO search (search, rowid, title, caption, alt_text, keywords, filename, place, town)
                SELECT 'delete', a.row, a.title, a.caption, a.alt_text, a.keywords, old.filename, a.place, a.town
                FROM asset AS a WHERE a.row = old.asset;
        END;
        CREATE TRIGGER search_renamed AFTER UPDATE OF asset, type, filename ON resource BEGIN
            INSERT INTO search (search, rowid, title, caption, alt_text, keywords, filename, place, town)
                SELECT 'delete', a.row, a.title, a.caption, a.alt_text, a.keywords, old.filename, a.place, a.town
                FROM asset AS a WHERE a.row = old.asset AND old.type IN ('photo', 'video');
            INSERT INTO search (rowid, title, caption, alt_text, keywords, filename, place, town)
                SELECT a.row, a.title, a.caption, a.alt_text, a.keywords, new.filename, a.place, a.town
                FROM asset AS a WHERE a.row = new.asset AND new.type IN ('photo', 'video');
        END;
        """
}
