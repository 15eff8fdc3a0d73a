internal import FilmgateModel
internal import FilmgateSQLite

/// The order of the albums and folders in a folder, inside a transaction: by title until somebody orders them.
struct ChildOrder {
    let database: DatabaseConnection
    let folder: Int64

    typealias Child = FolderChange.Child

    /// Returns the children in order.
    func children() throws -> [Child] {
        try database.all(
            """
            SELECT is_folder, row FROM (
                SELECT 0 AS is_folder, row, position, title, id FROM album WHERE folder = \(folder)
                UNION ALL SELECT 1, row, position, title, id FROM folder WHERE parent = \(folder))
            ORDER BY position IS NULL, position, title COLLATE NOCASE, id
            """
        ) { $0.flag(0) ? .folder($0.integer(1)) : .album($0.integer(1)) }
    }

    /// Keeps an order.
    func set(_ children: [Child]) throws {
        for (position, child) in children.enumerated() { try set(position, of: child) }
    }

    /// Gives a child that came into the folder the last position, if the folder is ordered.
    func append(_ child: Child) throws {
        let last = try database.first(
            """
            SELECT max(position) FROM (SELECT position FROM album WHERE folder = \(folder)
                UNION ALL SELECT position FROM folder WHERE parent = \(folder))
            """
        ) { $0.optionalInteger(0) }
        try set((last ?? nil).map { Int($0) + 1 }, of: child)
    }

    private func set(_ position: Int?, of child: Child) throws {
        switch child {
        case .album(let row):
            try database.execute("UPDATE album SET position = \(position.map(Int64.init)) WHERE row = \(row)")
        case .folder(let row):
            try database.execute("UPDATE folder SET position = \(position.map(Int64.init)) WHERE row = \(row)")
        }
    }
}
