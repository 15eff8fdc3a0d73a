internal import FilmgateSQLite

extension Schema {
    /// The trash is looked through by the index of its smart album, and needs none beside it.
    static let trash = Migration(9, "DROP INDEX asset_trashed;")
}
