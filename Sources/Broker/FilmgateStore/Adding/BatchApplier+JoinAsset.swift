import FilmgateModel
import FilmgateSQLite

/// Adds files to the existing asset to which they belong.
extension BatchApplier {
    /// Adds the files to an existing asset, or creates an asset from them. Returns its identifier, or nil if no file
    /// was added.
    mutating func join(_ id: AssetID, _ creation: StoreCreation) throws -> AssetID? {
        guard var asset = creation.files else { return try create(id, creation) }
        asset.facts = try asset.facts.map { try zones.resolved($0, creation.properties) }
        let original = asset.files.first(where: \.type.isPrimary)
        guard original == nil || asset.facts != nil else { throw Fault.resources }
        if creation.joins == nil, let original, let key = try key(with: original.file.hash) {
            return try stand(id, for: key, added: addRest(of: asset, to: key))
        }
        guard let (target, role) = try target(of: asset, original, named: creation.joins) else {
            guard original != nil else { throw Fault.notFound }
            var creation = creation
            creation.files = asset
            creation.options.unlessPresent = true
            return try create(id, creation)
        }
        if role == .photo, let facts = asset.facts, let original {
            return try createLivePhoto(id, of: original, facts, asset.files, from: target, creation)
        }
        var isChanged = false
        if let original, let role, let facts = asset.facts {
            try add(original, facts, as: role, to: target)
            isChanged = true
        }
        let addsRest = try addRest(of: asset, to: target.key)
        return try stand(id, for: target.key, added: isChanged || addsRest)
    }

    /// Makes the identifier refer to an existing asset for the rest of the batch. Returns the identifier of that asset
    /// if files were added to it, or nil.
    private mutating func stand(_ id: AssetID, for key: AssetKey, added: Bool) throws -> AssetID? {
        created[id] = key
        standIns.insert(id)
        guard added else { return nil }
        return try database.first("SELECT id FROM asset WHERE row = \(key.rawValue)") { AssetID(bytes: $0.blob(0)) }
            ?? nil
    }

    /// Finds the asset to which the files belong, and the role of their original in that asset.
    ///
    /// - Parameter id: the asset that the client named. If nil, the metadata and name of the original decide.
    private func target(
        of asset: StagedAsset, _ original: StagedResource?, named id: AssetID?
    ) throws -> (RelatedAsset, RelatedAsset.Role?)? {
        guard let id else {
            guard let original, let facts = asset.facts else { return nil }
            return try related(to: original, facts, hasOwnDate: asset.hasOwnDate)
        }
        let key = try key(of: id)
        guard let target = try related("a.row = \(key.rawValue)").first else { throw Fault.notFound }
        guard let original, let facts = asset.facts, try !isPresent(original.file.hash, in: key) else {
            return (target, nil)
        }
        let name = PhotoBaseName(original.filename ?? "")
        let isSameShot =
            asset.hasOwnDate
            && facts.creationDate.map { date in
                let clock = zones.clockOffset(at: date, zone: facts.timeZoneOffset)
                return target.isSameShot(facts, takenAt: date, clockOffset: clock)
            } ?? false
        guard let role = target.role(of: original.type, facts, named: name, byAnyWord: isSameShot) else {
            throw Fault.notFound
        }
        return (target, role)
    }

    private func related(
        to original: StagedResource, _ facts: MediaFacts, hasOwnDate: Bool
    ) throws -> (RelatedAsset, RelatedAsset.Role?)? {
        let name = PhotoBaseName(original.filename ?? "")
        if let identifier = facts.contentIdentifier {
            for asset in try related("a.content_identifier = \(identifier)") {
                if try isPresent(original.file.hash, in: asset.key) { return (asset, nil) }
                if let role = asset.role(of: original.type, facts, named: name) { return (asset, role) }
            }
        }
        guard !name.stem.isEmpty, let date = facts.creationDate else { return nil }
        let clock = zones.clockOffset(at: date, zone: facts.timeZoneOffset)
        for asset in try related("a.stem = \(name.stem)")
        where asset.isTaken(at: date, zone: facts.timeZoneOffset, clockOffset: clock, facts.mediaType)
            && (asset.mediaType == facts.mediaType || mayBeHalf(of: asset, facts, hasOwnDate: hasOwnDate))
        {
            if try isPresent(original.file.hash, in: asset.key) { return (asset, nil) }
            if let role = asset.role(of: original.type, facts, named: name) { return (asset, role) }
        }
        return nil
    }

    /// Returns whether a photo and a video with the same name and time can form a live photo. Modification times count
    /// only within a batch, because copied files often have equal ones. A batch of an import has files of only one
    /// folder.
    private func mayBeHalf(of asset: RelatedAsset, _ facts: MediaFacts, hasOwnDate: Bool) -> Bool {
        asset.isOfHalves(facts) && (hasOwnDate || created.values.contains(asset.key))
    }

    /// Returns visible assets outside the trash that the owner's tools added, earliest first. Returns at most 100,
    /// because even in twenty years, a camera does not use a file name more often.
    private func related(_ condition: SQL) throws -> [RelatedAsset] {
        try database.all(
            """
            \(RelatedAsset.columns) WHERE \(condition) AND a.import_date IS NOT NULL AND a.trashed_date IS NULL
                AND \(scope.exists("a"))
            ORDER BY a.row LIMIT 100
            """
        ) { try RelatedAsset($0, in: database) }
    }

    private func isPresent(_ hash: ContentHash, in key: AssetKey) throws -> Bool {
        try database.exists("SELECT 1 FROM resource WHERE asset = \(key.rawValue) AND hash = \(hash.bytes)")
    }

    /// Adds the files whose types the asset lacks, except the original. A sidecar's values fill only empty properties.
    private mutating func addRest(of asset: StagedAsset, to key: AssetKey) throws -> Bool {
        let types = try database.resourceTypes(of: key)
        let missing = asset.files.filter { !$0.type.isPrimary && !types.contains($0.type) }
        if !missing.isEmpty { try recordJoin(to: key, isOriginal: false) }
        for file in missing { try insert(counted: file, of: key) }
        if missing.contains(where: { $0.type == .pairedVideo }) { try markAsLive(key) }
        if missing.contains(where: \.makesRaw) { try markAsRaw(key) }
        if let sidecar = asset.sidecar, missing.contains(where: { $0.type == .sidecar }) {
            try fill(key, from: sidecar)
        }
        return !missing.isEmpty
    }

    private mutating func add(
        _ file: StagedResource, _ facts: MediaFacts, as role: RelatedAsset.Role, to asset: RelatedAsset
    ) throws {
        var file = file
        try recordJoin(to: asset.key, isOriginal: role == .original)
        switch role {
        case .resource(let type):
            file.type = type
            try insert(counted: file, of: asset.key)
            if type == .pairedVideo { try markAsLive(asset.key) }
            if file.makesRaw { try markAsRaw(asset.key) }
        case .edit:
            guard let render = file.type.render else { throw Fault.resources }
            file.type = render
            try insert(counted: file, of: asset.key)
            try showEdit(facts, of: asset.key)
        case .original:
            try addOriginal(file, facts, to: asset.key)
            if facts.subtypes.contains(.raw) { try markAsRaw(asset.key) }
        case .photo: throw Fault.resources
        }
        if facts.subtypes.contains(.damaged) {
            try change("subtypes = subtypes | \(MediaSubtype.damaged.bit)", [.subtypes], of: asset.key)
        }
        try joinBurst(asset.key, of: facts, named: file.filename)
    }

    mutating func insert(counted file: StagedResource, of key: AssetKey) throws {
        try insert(file, of: key)
        added.bytes += file.file.size
    }

    private func markAsLive(_ key: AssetKey) throws {
        try change("subtypes = subtypes | \(MediaSubtype.live.bit)", [.subtypes, .playbackStyle], of: key)
    }

    private func markAsRaw(_ key: AssetKey) throws {
        try change("subtypes = subtypes | \(MediaSubtype.raw.bit)", [.subtypes], of: key)
    }

    private func fill(_ key: AssetKey, from sidecar: SidecarFacts) throws {
        let isSet = try database.first(
            """
            SELECT title IS NOT NULL, caption IS NOT NULL, keywords IS NOT NULL, rating > 0, latitude IS NOT NULL,
                alt_text IS NOT NULL
            FROM asset WHERE row = \(key.rawValue)
            """
        ) { row in (0..<6).map { row.flag($0) } }
        guard let isSet else { return }
        var changes = AssetChanges()
        if !isSet[0] { changes.title = sidecar.title }
        if !isSet[1] { changes.caption = sidecar.caption }
        if !isSet[2], !sidecar.keywords.isEmpty { changes.keywords = sidecar.keywords }
        if !isSet[3] { changes.rating = sidecar.rating }
        if !isSet[4] { changes.location = sidecar.location }
        if !isSet[5] { changes.altText = sidecar.altText }
        if sidecar.isFavorite == true { changes.isFavorite = true }
        if sidecar.isHidden == true { changes.isHidden = true }
        try set(changes, of: key)
    }

    func change(_ assignments: SQL, _ properties: [AssetProperty], of key: AssetKey) throws {
        try log.noting(recountOf: key) {
            try database.execute(
                """
                UPDATE asset SET \(assignments), modification_date = \(now.rawValue) WHERE row = \(key.rawValue)
                """)
        }
        try log.add(.updated, key, properties: properties + [.modificationDate])
    }
}
