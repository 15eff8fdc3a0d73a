import FilmgateSQLite

/// The schema of the library's database. Each extension declares a group of tables with their indexes and triggers.
///
/// Triggers maintain derived data, such as the copies of asset columns in `member` and the counts in `library`. A
/// verification compares derived data with its sources. Dates are microseconds since 1970, and identifiers have 16
/// bytes.
enum Schema {
    /// The migrations. Numbers below 31 belong to schemas from before the first release, which are not supported.
    static let migrations = [
        Migration(
            31,
            [
                library, clients, assets, keptItems, bursts, collections, scopes, search, history, inbox, undo,
                undoTriggers,
            ]
            .joined(separator: "\n"))
    ]
}
