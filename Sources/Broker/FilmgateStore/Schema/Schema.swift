import FilmgateSQLite

/// The schema of the library's database. Each file in this folder declares a part of it: tables with their indexes and
/// triggers.
///
/// Triggers maintain derived data, such as the copies of an asset's columns in `member`, and the counts in `library`.
/// `Verification` compares both with their sources. Dates are microseconds since 1970, identifiers are 16 bytes.
enum Schema {
    /// The migrations. Numbers below 31 belong to schemas before the first release, which this program does not open.
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
