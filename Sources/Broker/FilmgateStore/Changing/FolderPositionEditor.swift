import FilmgateModel
import FilmgateSQLite

/// The order of the albums and folders in a folder. They are sorted by title until a client orders them.
struct FolderPositionEditor {
    let database: DatabaseConnection
    /// The row of the folder, or nil for the top level.
    let folder: Int64?

    typealias SpawnedProcess = CollectionRowID

    func children() throws -> [SpawnedProcess] {
        try database.all(
            """
            SELECT is_folder, row FROM (
                SELECT 0 AS is_folder, row, position, title, id FROM album WHERE folder IS \(folder)
                UNION ALL SELECT 1, row, position, title, id FROM folder WHERE parent IS \(folder))
            ORDER BY position IS NULL, position, title COLLATE NOCASE, id
            """
        ) { $0.flag(0) ? .folder($0.integer(1)) : .album($0.integer(1)) }
    }

    func set(_ children: [SpawnedProcess]) throws {
        try record()
        for (position, child) in children.enumerated() { try set(position, of: child) }
    }

    /// Gives a new child the last position. If the folder is sorted by title, the child gets no position.
    func append(_ child: SpawnedProcess) throws {
        let last = try database.first(
            """
            SELECT max(position) FROM (SELECT position FROM album WHERE folder IS \(folder)
                UNION ALL SELECT position FROM folder WHERE parent IS \(folder))
            """
        ) { $0.optionalInteger(0) }
        try set((last ?? nil).map { Int($0).addingClamped(1) }, of: child)
    }

    /// Records the folder's order for undo, once in a batch. With `onlyIfOrdered`, does not record an order by title.
    func record(onlyIfOrdered: Bool = false) throws {
        let isOrdered = try database.exists(
            """
            SELECT 1 FROM album WHERE folder IS \(folder) AND position IS NOT NULL
            UNION ALL SELECT 1 FROM folder WHERE parent IS \(folder) AND position IS NOT NULL
            """)
        guard isOrdered || !onlyIfOrdered else { return }
        let text: String? = try isOrdered ? children().map(\.text).joined(separator: " ") : nil
        try database.execute(
            """
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value)
            SELECT undo_batch, 'folder-order', \(folder ?? 0), \(text) FROM library WHERE undo_batch IS NOT NULL
            """)
    }

    /// Restores a recorded order. Children that the recorded order does not contain come last.
    ///
    /// - Parameter text: the recorded order, or nil to sort by title.
    func restore(_ text: String?) throws {
        try record()
        let present = try children()
        guard let text else {
            for child in present { try set(nil, of: child) }
            return
        }
        var ranks: [String: Int] = [:]
        for (rank, name) in text.split(separator: " ").enumerated() { ranks[String(name)] = rank }
        let ordered = present.enumerated().sorted {
            (ranks[$0.element.text] ?? .max, $0.offset) < (ranks[$1.element.text] ?? .max, $1.offset)
        }
        try set(ordered.map(\.element))
    }

    private func set(_ position: Int?, of child: SpawnedProcess) throws {
        try database.execute(
            "UPDATE \(child.table) SET position = \(position.map(Int64.init)) WHERE row = \(child.row)")
    }
}

extension CollectionRowID {
    /// The name of the child in a recorded order.
    fileprivate var text: String {
        switch self {
        case .album(let row): "a\(row)"
        case .folder(let row): "f\(row)"
        }
    }
}
