import FilmgateModel
import FilmgateSQLite

/// Restores earlier states of albums and folders. A restored album does not return to the selections of apps with
/// limited access, because an undo must not give access to assets.
extension UndoExecutor {
    private var albums: AlbumEditor { AlbumEditor(database: database, log: batch.log, now: batch.now) }
    private var folders: FolderEditor { FolderEditor(database: database, log: batch.log, now: batch.now) }

    /// Creates a deleted album or folder again, with its old row and identifier. Later steps restore the rest.
    mutating func recreate(_ step: UndoPlan.Step) throws {
        let row = step.target.object
        guard try !isPresent(step.target) else { return }
        let values: SQL = """
            SELECT \(row), value, '', creation_date, \(batch.now.rawValue)
            """
        let entry: SQL = "FROM undo_entry WHERE number = \(step.entry)"
        switch step.target.aspect.kind {
        case .album:
            try database.execute(
                """
                INSERT INTO album (row, id, title, creation_date, modification_date, respacings)
                \(values), ifnull(respacings, 0) \(entry)
                """)
            try batch.log.add(.inserted, .album(row))
        case .folder:
            try database.execute(
                "INSERT INTO folder (row, id, title, creation_date, modification_date) \(values) \(entry)")
            try batch.log.add(.inserted, .folder(row))
        case .asset: return
        }
        try note(step.target)
    }

    /// Deletes an album whose creation is undone, unless other batches changed it or it is selected for other clients.
    mutating func deleteAlbum(_ step: UndoPlan.Step) throws {
        guard try isPresent(step.target) else { return }
        let isUsed =
            try isChangedByOthers(step.target, [.albumTitle, .albumFolder, .albumCover, .albumRule, .member])
            || isSelectedForOthers(album: step.target.object)
        guard !isUsed else {
            return try skip(step.target, .changedLater(by: nil))
        }
        try note(step.target)
        if try albums.delete(step.target.object) { batch.reducesVisibility = true }
    }

    /// Deletes folders whose creation is undone, innermost first. Skips folders that were changed or are not empty.
    mutating func deleteFolders(_ steps: [UndoPlan.Step]) throws {
        var full: [UndoTarget] = []
        for target in steps.map(\.target) where try isPresent(target) {
            guard try !isChangedByOthers(target, [.folderTitle, .folderParent]) else {
                try skip(target, .changedLater(by: nil))
                continue
            }
            full.append(target)
        }
        // Each pass deletes one level of nesting.
        var left = full
        repeat {
            full = left
            left = []
            for target in full {
                if try isEmpty(target) {
                    try note(target)
                    try folders.delete(target.object)
                } else {
                    left.append(target)
                }
            }
        } while left.count < full.count && !left.isEmpty
        full = left
        for target in full { try skip(target, .holdsOthers) }
    }

    private func isEmpty(_ folder: UndoTarget) throws -> Bool {
        try !database.exists(
            """
            SELECT 1 FROM album WHERE folder = \(folder.object)
            UNION ALL SELECT 1 FROM folder WHERE parent = \(folder.object)
            """)
    }

    mutating func rename(_ step: UndoPlan.Step) throws {
        let title = try database.first("SELECT value FROM undo_entry WHERE number = \(step.entry)") { $0.text(0) }
        guard let title, let collection = step.target.collection, try isPresent(step.target),
            try isDifferent(step, "title")
        else { return }
        try folders.rename(collection, to: title)
        try note(step.target)
    }

    /// Moves albums and folders back to their earlier folders. If one move blocks another, for example because a
    /// folder was moved into one that it contained, tries the remaining moves again until none succeeds.
    mutating func move(_ steps: [UndoPlan.Step]) throws {
        var left = steps
        var count: Int
        repeat {
            count = left.count
            let pending = left
            left = []
            for step in pending where try !move(step) { left.append(step) }
        } while left.count < count && !left.isEmpty
        for step in left { try skip(step.target, .placeNotPossible) }
    }

    /// Moves one album or folder back. Returns false if the move is impossible at the moment.
    private mutating func move(_ step: UndoPlan.Step) throws -> Bool {
        guard let child = step.target.collection, try isPresent(step.target),
            try isDifferent(step, child.parentColumn)
        else { return true }
        let folder = try database.first("SELECT value FROM undo_entry WHERE number = \(step.entry)") {
            $0.optionalInteger(0)
        }
        do {
            if let folder = folder ?? nil {
                guard try database.exists("SELECT 1 FROM folder WHERE row = \(folder)") else { return false }
                try folders.add([child], to: folder)
            } else {
                try folders.moveToTop(child)
            }
        } catch is ChangeRefusal.Reason {
            return false
        }
        try note(step.target)
        return true
    }

    /// Restores the cover of an album, unless the asset was purged.
    mutating func setCover(_ step: UndoPlan.Step) throws {
        guard try isPresent(step.target), try isDifferent(step, "cover") else { return }
        let cover = try database.first("SELECT value FROM undo_entry WHERE number = \(step.entry)") {
            $0.optionalInteger(0).map { AssetKey(rawValue: $0) }
        }
        if let key = cover ?? nil, try !exists(key) { return try skip(step.target, .coverPurged) }
        // The cover can be outside the album. It takes effect when the album lists the asset again.
        try database.execute(
            "UPDATE album SET cover = \((cover ?? nil)?.rawValue) WHERE row = \(step.target.object)")
        try batch.log.touch(.album(step.target.object))
        try note(step.target)
    }

    /// Restores the rule of a smart album, unless the album contains assets now.
    mutating func setRule(_ step: UndoPlan.Step) throws {
        guard try isPresent(step.target), try isDifferent(step, "rule") else { return }
        let rule = try database.first("SELECT value FROM undo_entry WHERE number = \(step.entry)") {
            $0.optionalText(0)
        }
        guard let rule = rule ?? nil else { return }
        let isFilled = try database.exists("SELECT 1 FROM album_asset WHERE album = \(step.target.object)")
        guard !isFilled else { return try skip(step.target, .changedLater(by: nil)) }
        try albums.setRule(rule, of: step.target.object)
        try note(step.target)
    }

    /// Restores the order of a folder's children. Children that entered the folder later come last.
    mutating func order(_ step: UndoPlan.Step) throws {
        guard try isPresent(step.target) else { return }
        let text = try database.first("SELECT value FROM undo_entry WHERE number = \(step.entry)") {
            $0.optionalText(0)
        }
        let folder = step.target.object == 0 ? nil : step.target.object
        let order = FolderPositionEditor(database: database, folder: folder)
        let before = try order.children()
        try order.restore(text ?? nil)
        let after = try order.children()
        guard after != before else { return }
        if let folder {
            try batch.log.add(.updated, .folder(folder))
            return try note(step.target)
        }
        // The top level has no row, so its children are reported as changed.
        for (child, old) in zip(after, before) where child != old {
            try batch.log.add(.updated, child)
            try note(UndoTarget(aspect: child.existence, object: child.row, member: 0))
        }
    }

    mutating func removeMember(_ step: UndoPlan.Step) throws {
        let (album, asset) = (step.target.object, step.target.member)
        let isMember = try database.exists("SELECT 1 FROM album_asset WHERE album = \(album) AND asset = \(asset)")
        guard isMember else { return }
        if try albums.remove([AssetKey(rawValue: asset)], from: album) { batch.reducesVisibility = true }
        try note(step.target)
    }

    /// Removes an asset from an album temporarily. Returns whether the album contained the asset.
    func liftMember(_ step: UndoPlan.Step) throws -> Bool {
        try AlbumPositionEditor(database: database, album: step.target.object).takeOut(
            AssetKey(rawValue: step.target.member))
    }

    /// Returns an asset to its earlier position in an album. If the album's positions have been renumbered since,
    /// inserts the asset after its earlier predecessor.
    mutating func placeMember(_ step: UndoPlan.Step, isNew: Bool) throws {
        let (album, key) = (step.target.object, AssetKey(rawValue: step.target.member))
        guard try isPresent(step.target), try exists(key) else { return }
        let place = try database.first(
            """
            SELECT e.value, e.respacings IS NULL OR e.respacings = (SELECT respacings FROM album WHERE row = \(album)),
                e.predecessor
            FROM undo_entry AS e WHERE e.number = \(step.entry)
            """
        ) { (position: $0.integer(0), isGood: $0.flag(1), predecessor: $0.optionalInteger(2)) }
        guard let place else { return }
        try albums.place(
            key, in: album, isNew: isNew, at: place.isGood ? place.position : nil,
            behind: place.predecessor.map { AssetKey(rawValue: $0) })
        try note(step.target)
    }

    /// Returns whether a column of an album or folder differs from the recorded value.
    private func isDifferent(_ step: UndoPlan.Step, _ column: SQL) throws -> Bool {
        try database.exists(
            """
            SELECT 1 FROM \(step.target.aspect.kind.table) AS o, undo_entry AS e
            WHERE o.row = \(step.target.object) AND e.number = \(step.entry) AND o.\(column) IS NOT e.value
            """)
    }

    func isPresent(_ target: UndoTarget) throws -> Bool {
        if target.aspect == .folderOrder, target.object == 0 { return true }
        return try database.exists("SELECT 1 FROM \(target.aspect.kind.table) WHERE row = \(target.object)")
    }
}

extension CollectionRowID {
    /// The aspect that records the creation and deletion of the collection.
    fileprivate var existence: UndoAspect {
        switch self {
        case .album: .album
        case .folder: .folder
        }
    }
}
