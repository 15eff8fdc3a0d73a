import FilmgateModel
import FilmgateSQLite

/// Executes an undo plan within the transaction of a batch. This batch can itself be undone.
struct UndoExecutor {
    var batch: BatchApplier
    let plan: UndoPlan
    private(set) var report = UndoReport()
    private var changed: Set<ObjectID> = []
    private var skipped: Set<UndoTarget> = []
    /// The rows of the objects that the undone changes created.
    private var created: [UndoAspect.ObjectKind: Set<Int64>] = [:]

    init(_ plan: UndoPlan, in batch: BatchApplier) {
        self.plan = plan
        self.batch = batch
    }

    var database: DatabaseConnection { batch.database }

    /// The columns of an undo entry that contain earlier values.
    private static let values: SQL = """
        value, longitude, is_guessed, creation_date, respacings, predecessor, burst_key, burst_membership
        """

    /// Creates deleted collections first, and deletes created ones last. Restores assets from the trash before they
    /// return to albums. For an object that the undone changes created, undoes only the creation.
    mutating func run() throws {
        let (added, albums, folders) = (rows(createdBy: .asset), rows(createdBy: .album), rows(createdBy: .folder))
        for step in steps(.folder) + steps(.album) where !step.isAbsent { try recreate(step) }
        created = [.asset: added, .album: albums, .folder: folders]
        try skipMissing()
        let ofAssets = plan.steps.filter { $0.target.aspect.kind == .asset && !added.contains($0.target.object) }
        for step in ofAssets where step.target.aspect == .trashed { try restoreFromTrash(step) }
        for step in ofAssets where UndoExecutor.columns[step.target.aspect] != nil { try setProperty(step) }
        for step in ofAssets where step.target.aspect == .content { try setContent(step) }
        for step in ofAssets where step.target.aspect == .burst { try setBurst(step) }
        let ofAlbums = plan.steps.filter { $0.target.aspect.kind == .album && !albums.contains($0.target.object) }
        let ofFolders = plan.steps.filter { $0.target.aspect.kind == .folder && !folders.contains($0.target.object) }
        for step in ofFolders + ofAlbums where [.folderTitle, .albumTitle].contains(step.target.aspect) {
            try rename(step)
        }
        try move((ofFolders + ofAlbums).filter { [.folderParent, .albumFolder].contains($0.target.aspect) })
        let members = ofAlbums.filter { $0.target.aspect == .member }
        for step in members where step.isAbsent { try removeMember(step) }
        // First removes all assets that move, so that none of them occupies the new position of another.
        let placed = members.filter { !$0.isAbsent }
        let lifted = try Set(placed.filter { try liftMember($0) }.map(\.target))
        for step in placed.reversed() { try placeMember(step, isNew: !lifted.contains(step.target)) }
        for step in ofAlbums where step.target.aspect == .albumCover { try setCover(step) }
        for step in ofAlbums where step.target.aspect == .albumRule { try setRule(step) }
        for step in steps(.album) where step.isAbsent { try deleteAlbum(step) }
        try deleteFolders(steps(.folder).filter(\.isAbsent))
        for step in ofFolders where step.target.aspect == .folderOrder { try order(step) }
        for step in ofAssets where step.target.aspect == .trashed { try putIntoTrash(step) }
        for step in steps(.asset) where added.contains(step.target.object) { try trashAdded(step) }
        for conflict in plan.conflicts { try skip(conflict) }
        try link()
        report.undone = changed.sorted { $0.uuid < $1.uuid }
        report.keptSince = plan.keptSince
    }

    /// Reports assets that the undo changed in addition to the plan.
    mutating func note(_ ids: [AssetID]) { report.undone += ids.map { ObjectID($0) } }

    // MARK: Plan

    private func steps(_ aspect: UndoAspect) -> [UndoPlan.Step] {
        plan.steps.filter { $0.target.aspect == aspect }
    }

    /// Returns the rows of objects that did not exist before the undone changes.
    private func rows(createdBy aspect: UndoAspect) -> Set<Int64> {
        Set(steps(aspect).filter(\.isAbsent).map(\.target.object))
    }

    private func isCreated(_ target: UndoTarget) -> Bool { isCreated(target.object, target.aspect.kind) }

    func isCreated(_ row: Int64, _ kind: UndoAspect.ObjectKind) -> Bool { created[kind]?.contains(row) == true }

    /// Stores in each entry of this undo which entry it restores.
    private func link() throws {
        for step in plan.steps {
            let target = step.target
            try database.execute(
                """
                UPDATE undo_entry SET restores = \(step.entry)
                WHERE batch = \(batch.undo.batch) AND aspect = \(target.aspect.rawValue) AND object = \(target.object)
                    AND member = \(target.member)
                """)
            // A change whose earlier value equals the current value is undone, too, and needs an entry.
            guard database.changedRows == 0, !isCreated(target), !target.aspect.isExistence, !skipped.contains(target),
                try isPresent(target)
            else { continue }
            try database.execute(
                """
                INSERT INTO undo_entry (batch, aspect, object, member, \(UndoExecutor.values), restores)
                SELECT \(batch.undo.batch), aspect, object, member, \(UndoExecutor.values), number FROM undo_entry
                WHERE number = \(step.entry)
                """)
        }
        // Other effects, such as trashing an added photo, do not count as changes by a client.
        try database.execute(
            "UPDATE undo_entry SET restores = 0 WHERE batch = \(batch.undo.batch) AND restores IS NULL")
    }

    // MARK: Report

    mutating func note(_ target: UndoTarget) throws {
        if let id = try id(of: target) { changed.insert(id) }
    }

    mutating func skip(_ target: UndoTarget, _ reason: UndoReport.Reason) throws {
        skipped.insert(target)
        guard let id = try id(of: target) else { return }
        report.skipped.append(UndoReport.SkippedItem(id: id, reason: reason, aspect: target.aspect.name))
    }

    /// Reports each deleted object once as skipped.
    private mutating func skipMissing() throws {
        var missing: [UndoTarget] = []
        var seen: Set<UndoTarget> = []
        for step in plan.steps where !isCreated(step.target) {
            let target = UndoTarget(
                aspect: step.target.aspect.kind.existence, object: step.target.object, member: 0)
            guard seen.insert(target).inserted, try !isPresent(target) else { continue }
            missing.append(target)
        }
        guard !missing.isEmpty else { return }
        // The undo log does not contain the broker's purges. The identifiers of such assets come from the change log.
        let purged = try database.all("SELECT asset, id FROM change WHERE kind = 'deleted'") {
            ($0.integer(0), ObjectID(bytes: $0.blob(1)))
        }
        let ids = Dictionary(purged) { $1 }
        for target in missing {
            let purged = target.aspect == .asset ? ids[target.object] ?? nil : nil
            guard let id = try id(of: target) ?? purged else { continue }
            report.skipped.append(
                UndoReport.SkippedItem(id: id, reason: target.aspect == .asset ? .purged : .gone, aspect: "existence"))
        }
    }

    private mutating func skip(_ conflict: UndoPlan.Conflict) throws {
        let client = try database.first(
            """
            SELECT c.id FROM undo_batch AS b JOIN client AS c ON c.row = b.client WHERE b.number = \(conflict.batch)
            """
        ) { ClientID($0.text(0)) }
        try skip(conflict.target, .changedLater(by: client ?? nil))
    }

    /// Returns the identifier of the target's object, even if the object was deleted.
    private func id(of target: UndoTarget) throws -> ObjectID? {
        let kind = target.aspect.kind
        return try database.first(
            """
            SELECT id FROM \(kind.table) WHERE row = \(target.object)
            UNION ALL SELECT * FROM (SELECT value FROM undo_entry
                WHERE aspect = \(kind.existence.rawValue) AND object = \(target.object) AND value IS NOT NULL LIMIT 1)
            """
        ) { ObjectID(bytes: $0.blob(0)) } ?? nil
    }
}

extension UndoAspect {
    /// The name of the aspect in reports.
    var name: String {
        switch self {
        case .asset, .album, .folder: "existence"
        case .trashed: "trash"
        case .albumTitle, .folderTitle: "title"
        case .albumFolder, .folderParent: "parent"
        case .albumCover: "cover"
        case .albumRule: "rule"
        case .folderOrder: "order"
        case .member: "assets"
        case .content, .joined, .title, .caption, .altText, .keywords, .favorite, .hidden, .rating, .creationDate,
            .timeZone, .location, .burst:
            rawValue
        }
    }
}

/// Checks whether an object is used apart from the undone changes. The undo must not remove a used object.
extension UndoExecutor {
    /// Returns whether a batch that is not undone has changed an object after its creation, or added the object to an
    /// album. If an undo restored the object, this counts as its creation.
    func isChangedByOthers(
        _ target: UndoTarget, _ aspects: [UndoAspect], orMemberOf isMember: Bool = false
    ) throws -> Bool {
        let row = target.object
        let creation =
            try database.first(
                """
                SELECT number, is_used FROM undo_entry
                WHERE aspect = \(target.aspect.rawValue) AND object = \(row) AND batch <> \(batch.undo.batch)
                ORDER BY number DESC LIMIT 1
                """
            ) { (number: $0.integer(0), isUsed: $0.flag(1)) } ?? (number: 0, isUsed: false)
        if creation.isUsed { return true }
        var batches: [Int64] = []
        for aspect in aspects {
            batches += try database.integers(
                """
                SELECT batch FROM undo_entry
                WHERE aspect = \(aspect.rawValue) AND object = \(row) AND number > \(creation.number) AND restores IS NULL
                """)
        }
        if isMember {
            batches += try database.integers(
                """
                SELECT batch FROM undo_entry
                WHERE member = \(row) AND member <> 0 AND number > \(creation.number) AND restores IS NULL
                """)
        }
        return batches.contains { !plan.batches.contains($0) && $0 != batch.undo.batch }
    }

    /// Returns whether an asset is selected for a different client, is the cover of an album, or has a version outside
    /// the trash. Call this after the client's own changes of the asset were undone.
    func isUsedByOthers(_ key: AssetKey) throws -> Bool {
        let isReferred = try database.exists(
            """
            SELECT 1 FROM member
            WHERE asset = \(key.rawValue) AND selected = 1 AND client IS NOT \(plan.client)
            UNION ALL SELECT 1 FROM album WHERE cover = \(key.rawValue)
            """)
        guard !isReferred else { return true }
        let versions = try database.integers(
            "SELECT row FROM asset WHERE original = \(key.rawValue) AND trashed_date IS NULL")
        return versions.contains { !isCreated($0, .asset) }
    }

    /// Returns whether an album is selected for a different client.
    func isSelectedForOthers(album: Int64) throws -> Bool {
        try database.exists(
            "SELECT 1 FROM selected_album WHERE album = \(album) AND client IS NOT \(plan.client)")
    }
}
