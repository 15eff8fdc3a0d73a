import FilmgateModel
import FilmgateSQLite

/// The row of an album or a folder that a client created.
enum CollectionRowID: Hashable {
    case album(Int64)
    case folder(Int64)

    var row: Int64 {
        switch self {
        case .album(let row), .folder(let row): row
        }
    }

    var table: SQL {
        switch self {
        case .album: "album"
        case .folder: "folder"
        }
    }

    /// The column that contains the row of the parent folder.
    var parentColumn: SQL {
        switch self {
        case .album: "folder"
        case .folder: "parent"
        }
    }
}

/// Changes folders within a transaction. A child has one parent folder, or is at the top level.
struct FolderEditor {
    let database: DatabaseConnection
    let log: ChangeLog
    let now: Timestamp

    typealias SpawnedProcess = CollectionRowID

    typealias Fault = ChangeRefusal.Reason

    /// - Parameter parent: the row of the parent folder, or nil for the top level.
    func create(_ id: FolderID, title: String, in parent: Int64?) throws {
        if let parent, try ancestors(of: parent).count >= ContractLimits.folderLevels { throw Fault.tooDeep }
        try database.execute(
            """
            INSERT INTO folder (id, title, parent, creation_date, modification_date)
            VALUES (\(id.bytes), \(title), \(parent), \(now.rawValue), \(now.rawValue))
            """)
        let row = database.lastInsertedRow
        try FolderPositionEditor(database: database, folder: parent).append(.folder(row))
        try log.add(.inserted, .folder(row))
        if let parent { try log.add(.updated, .folder(parent)) }
    }

    func rename(_ child: SpawnedProcess, to title: String) throws {
        try database.execute("UPDATE \(child.table) SET title = \(title) WHERE row = \(child.row)")
        try log.touch(child)
    }

    /// Deletes the folder, and moves its children to its parent. Does nothing if the folder does not exist.
    func delete(_ folder: Int64) throws {
        guard let place = try place(of: .folder(folder)) else { return }
        try FolderPositionEditor(database: database, folder: place.folder).record(onlyIfOrdered: true)
        for child in try children(of: folder) { try put(child, into: place.folder) }
        if let parent = place.folder { try log.add(.updated, .folder(parent)) }
        try log.add(.deleted, .folder(folder))
        try database.execute("DELETE FROM folder WHERE row = \(folder)")
    }

    /// Moves children into the folder. A nil folder is the top level, as in the following methods.
    func add(_ children: [SpawnedProcess], to folder: Int64?) throws {
        for child in children {
            let place = try place(of: child)
            guard place != ParentFolder(folder) else { continue }
            if let folder, case .folder(let inner) = child {
                let ancestors = try ancestors(of: folder)
                guard !ancestors.contains(inner) else { throw Fault.cycle }
                guard try ancestors.count + levels(of: inner) <= ContractLimits.folderLevels else {
                    throw Fault.tooDeep
                }
            }
            try put(child, into: folder)
            for other in [place?.folder, folder].compactMap(\.self) { try log.add(.updated, .folder(other)) }
        }
    }

    /// Moves children into the folder and inserts them at the index. Children that are already in the folder keep
    /// their position.
    func insert(_ children: [SpawnedProcess], into folder: Int64?, at index: Int) throws {
        let order = FolderPositionEditor(database: database, folder: folder)
        var present = try order.children()
        guard index <= present.count else { throw Fault.beyondLastChild }
        var known = Set(present)
        let new = children.filter { known.insert($0).inserted }
        guard !new.isEmpty else { return }
        try add(new, to: folder)
        present.insert(contentsOf: new, at: index)
        try order.set(present)
    }

    /// Moves children to an index among the folder's remaining children. Ignores children of other folders.
    func move(_ children: [SpawnedProcess], in folder: Int64?, to index: Int) throws {
        let order = FolderPositionEditor(database: database, folder: folder)
        let present = try order.children()
        var left = Set(present)
        let moved = children.filter { left.remove($0) != nil }
        var rest = present.filter(left.contains)
        guard index <= rest.count else { throw Fault.beyondLastChild }
        guard !moved.isEmpty else { return }
        rest.insert(contentsOf: moved, at: index)
        try order.set(rest)
        guard let folder else {
            for child in moved { try log.add(.updated, child) }
            return
        }
        try log.add(.updated, .folder(folder))
    }

    /// Moves children to the top level. Ignores children that are not in the folder.
    func remove(_ children: [SpawnedProcess], from folder: Int64?) throws {
        guard let folder else { return }
        for child in children where try place(of: child) == .folder(folder) {
            try put(child, into: nil)
            try log.add(.updated, .folder(folder))
        }
    }

    func moveToTop(_ child: SpawnedProcess) throws {
        guard let parent = try place(of: child)?.folder else { return }
        try put(child, into: nil)
        try log.add(.updated, .folder(parent))
    }

    private func put(_ child: SpawnedProcess, into folder: Int64?) throws {
        if let place = try place(of: child) {
            try FolderPositionEditor(database: database, folder: place.folder).record(onlyIfOrdered: true)
        }
        try database.execute(
            """
            UPDATE \(child.table) SET \(child.parentColumn) = \(folder), position = NULL WHERE row = \(child.row)
            """)
        try FolderPositionEditor(database: database, folder: folder).append(child)
        try log.touch(child)
    }

    private enum ParentFolder: Equatable {
        case top
        case folder(Int64)

        init(_ row: Int64?) { self = row.map(ParentFolder.folder) ?? .top }

        var folder: Int64? { if case .folder(let row) = self { row } else { nil } }
    }

    /// Returns the parent of a child, or nil if the child does not exist.
    private func place(of child: SpawnedProcess) throws -> ParentFolder? {
        try database.first("SELECT \(child.parentColumn) FROM \(child.table) WHERE row = \(child.row)") {
            $0.optionalInteger(0).map(ParentFolder.folder) ?? .top
        }
    }

    private func children(of folder: Int64) throws -> [SpawnedProcess] {
        try database.all("SELECT row FROM album WHERE folder = \(folder)") { SpawnedProcess.album($0.integer(0)) }
            + database.all("SELECT row FROM folder WHERE parent = \(folder)") { SpawnedProcess.folder($0.integer(0)) }
    }

    /// Returns the folder and all folders that contain it.
    private func ancestors(of folder: Int64) throws -> [Int64] {
        try database.integers(
            """
            WITH RECURSIVE up (row, parent) AS (
                SELECT row, parent FROM folder WHERE row = \(folder)
                UNION ALL SELECT f.row, f.parent FROM folder AS f JOIN up ON f.row = up.parent)
            SELECT row FROM up
            """)
    }

    /// Returns the number of folder levels from this folder downward: 1 if it contains no folders.
    private func levels(of folder: Int64) throws -> Int {
        try database.first(
            """
            WITH RECURSIVE down (row, level) AS (
                SELECT \(folder), 1
                UNION ALL SELECT f.row, down.level + 1 FROM folder AS f JOIN down ON f.parent = down.row)
            SELECT max(level) FROM down
            """
        ) { Int($0.integer(0)) } ?? 1
    }
}

extension DatabaseConnection {
    func row(of folder: FolderID) throws -> Int64? {
        try integer("SELECT row FROM folder WHERE id = \(folder.bytes)")
    }
}
