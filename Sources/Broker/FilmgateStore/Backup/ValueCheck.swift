import FilmgateModel
import FilmgateSQLite

/// Checks every value of a foreign database as strictly as the interfaces check the values that clients send. Call it
/// after the schema has been checked.
enum ValueCheck {
    /// - Throws: `RestoreRefusal.invalidDatabase`, and failures.
    static func check(_ database: DatabaseConnection) throws {
        for rules in TableRules.all {
            if let column = try wrongColumn(rules, in: database) {
                throw RestoreRefusal.invalidDatabase("a value of '\(rules.table.text).\(column)' is not possible")
            }
        }
        let isSingle = try database.first("SELECT count(*) FROM library") { $0.integer(0) == 1 } ?? false
        guard isSingle else { throw RestoreRefusal.invalidDatabase("the row of the library is missing") }
        try database.each("SELECT id, connection FROM client") { row in
            guard let holder = Holder(key: row.text(0)), holder.key == row.text(0),
                holder.connection == row.optionalText(1)
            else { throw RestoreRefusal.invalidDatabase("a client has no possible name") }
            return true
        }
    }

    /// Returns the name of a column with an invalid value.
    private static func wrongColumn(_ rules: TableRules, in database: DatabaseConnection) throws -> String? {
        let conditions = rules.columns.map { ($0.name, $0.rule.holds(for: $0.name)) }
        let whole = conditions.map(\.1).joined(by: " AND ")
        guard try database.exists("SELECT 1 FROM \(rules.table) WHERE NOT (\(whole))") else { return nil }
        return try conditions.first { condition in
            try database.exists("SELECT 1 FROM \(rules.table) WHERE NOT \(condition.1)")
        }?.0.text
    }
}
