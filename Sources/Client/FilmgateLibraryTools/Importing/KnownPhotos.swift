package import Filmgate
import FilmgateModel
import FilmgateSystem

/// The search for files that the library already has, so that they need not be copied: compares sizes first, then
/// hashes. Considers only assets that the owner's tools added, because an app could remove the assets that it added.
struct KnownPhotos {
    /// An asset with the same original as a file.
    private struct KnownPhoto {
        let asset: AssetID
        let isTrashed: Bool
        let distinguishing: DistinguishingMetadata
    }

    private let library: PhotoLibrary
    /// Assets keyed by the hashes of their originals, the oldest first.
    private var known: [String: [KnownPhoto]] = [:]
    private var hashes: [PhotoFile: String] = [:]
    /// The `fstat` results of the hashed files, from before they were read.
    private var facts: [PhotoFile: FileStatus] = [:]
    /// The assets that correspond to the items of an export, keyed by the export's identifiers.
    private var matched: [String: AssetID] = [:]
    /// Whether `find` has found that the library has photos and that the tool may search them.
    private var hasPhotos = false

    init(in library: PhotoLibrary) { self.library = library }

    /// Returns the asset with the same original. A trashed asset counts only for an item that was in the trash.
    func asset(for item: ImportItem) -> AssetID? {
        if let identifier = item.identifier { return matched[identifier] }
        let known = hashes[item.file].flatMap { self.known[$0] } ?? []
        return (known.first { !$0.isTrashed } ?? (item.isTrashed ? known.first : nil))?.asset
    }

    /// Returns the asset in the trash with the same original; nil if an asset outside the trash has the same original,
    /// too.
    func deletedAsset(for item: ImportItem) -> AssetID? {
        guard item.identifier == nil, !item.isTrashed else { return nil }
        let known = hashes[item.file].flatMap { self.known[$0] } ?? []
        return known.contains { !$0.isTrashed } ? nil : known.first?.asset
    }

    /// Returns the `fstat` result of a file, from before it was hashed; nil if it was not read.
    func facts(of file: PhotoFile) -> FileStatus? { facts[file] }

    var isEmpty: Bool { known.isEmpty }

    /// Finds an asset for each item of an export, the most similar pairs first. An asset matches at most one item, and
    /// a trashed asset matches only a trashed item.
    mutating func match(_ items: [ImportItem]) {
        struct Key: Hashable {
            let hash: String
            let isTrashed: Bool
            let distinguishing: DistinguishingMetadata
        }
        var rest = items.compactMap { item in
            hashes[item.file].flatMap { known[$0] == nil || item.identifier == nil ? nil : (item: item, hash: $0) }
        }
        var free = Set(rest.map(\.hash)).flatMap { hash in (known[hash] ?? []).map { (known: $0, hash: hash) } }
        for likeness in DistinguishingMetadata.MatchStrength.allCases {
            var candidates: [Key: [AssetID]] = [:]
            for (known, hash) in free.reversed() {
                let metadata = known.distinguishing.reduced(to: likeness)
                let key = Key(hash: hash, isTrashed: known.isTrashed, distinguishing: metadata)
                candidates[key, default: []].append(known.asset)
            }
            var taken: Set<AssetID> = []
            rest.removeAll { item, hash in
                let metadata = DistinguishingMetadata(item).reduced(to: likeness)
                let key = Key(hash: hash, isTrashed: item.isTrashed, distinguishing: metadata)
                guard let asset = candidates[key]?.popLast(), let identifier = item.identifier else { return false }
                matched[identifier] = asset
                taken.insert(asset)
                return true
            }
            free.removeAll { taken.contains($0.known.asset) }
        }
    }

    /// Searches the library for files. If the tool may only add to the library, finds no files.
    ///
    /// - Parameter describes: whether to also request the properties in `DistinguishingMetadata`.
    mutating func find(
        _ files: [PhotoFile], describes: Bool, while mayGoOn: () -> Bool
    ) async throws(PhotoLibraryError) {
        guard let sizes = try await sizes(), !sizes.isEmpty else { return }
        hasPhotos = true
        for part in files.filter({ sizes.contains($0.size) }).batches(of: KnownPhotos.filesInQuestion) {
            guard mayGoOn() else { return }
            try await ask(KnownPhotos.hashes(of: part), describes)
        }
    }

    /// Searches the library for the originals of files whose metadata an export has changed, unless it has the files
    /// themselves. Has no effect unless `find` has found that the tool may search photos.
    mutating func findOriginals(of items: [ImportItem], while mayGoOn: () -> Bool) async throws(PhotoLibraryError) {
        guard hasPhotos else { return }
        let unknown = items.filter { item in
            item.originalHash != nil && hashes[item.file].flatMap { known[$0] } == nil
        }
        for part in unknown.batches(of: KnownPhotos.filesInQuestion) {
            guard mayGoOn() else { return }
            try await look(for: Set(part.compactMap(\.originalHash)), describes: true)
            for item in part where item.originalHash.flatMap({ known[$0] }) != nil {
                hashes[item.file] = item.originalHash
                facts[item.file] = nil
            }
        }
    }

    private func sizes() async throws(PhotoLibraryError) -> Set<UInt64>? {
        let request = FetchRequest<Asset>.assets.includingHidden.includingTrashed.includingBurstMembers.addedByOwner
            .reading([.fileSize])
        do throws(PhotoLibraryError) {
            let result = try await library.fetch(request)
            let snapshot = try await result.snapshot()
            var sizes: Set<UInt64> = []
            for index in 0..<snapshot.count {
                if case .bytes(let size)? = snapshot.value(of: .fileSize, at: index) { sizes.insert(size) }
            }
            try await result.close()
            return sizes
        } catch let error where error.preventsReading {
            return nil
        }
    }

    private mutating func ask(_ hashes: [HashedFile], _ describes: Bool) async throws(PhotoLibraryError) {
        for one in hashes { (self.hashes[one.file], facts[one.file]) = (one.hash.description, one.facts) }
        try await look(for: Set(hashes.map(\.hash.description)), describes: describes)
    }

    private mutating func look(for hashes: Set<String>, describes: Bool) async throws(PhotoLibraryError) {
        let hashes = hashes.filter { known[$0] == nil }
        guard !hashes.isEmpty else { return }
        let properties: Set<AssetProperty> = [.contentHash, .trashedDate]
        let request = FetchRequest<Asset>.assets.includingHidden.includingTrashed.includingBurstMembers.addedByOwner
            .where(AssetFields().contentHash.in(Array(hashes))).oldestFirst
            .reading(describes ? properties.union(DistinguishingMetadata.properties) : properties)
        for asset in try await library.all(request) {
            guard let hash = asset.contentHash else { continue }
            known[hash, default: []].append(
                KnownPhoto(asset: asset.id, isTrashed: asset.isTrashed, distinguishing: DistinguishingMetadata(asset)))
        }
    }

    /// A file that was read and hashed.
    struct HashedFile: Sendable {
        let file: PhotoFile
        /// The `fstat` result of the file, from before it was read.
        let facts: FileStatus
        let hash: ContentHash
    }

    /// Hashes files on several threads; leaves out unreadable files, for which the import reports an error later.
    static func hashes(of files: [PhotoFile]) async -> [HashedFile] {
        guard !files.isEmpty else { return [] }
        return await withTaskGroup(of: [HashedFile].self) { group in
            for part in files.batches(of: (files.count + threads - 1) / threads) {
                group.addTask { await hash(part) }
            }
            var found: [HashedFile] = []
            for await part in group { found += part }
            return found
        }
    }

    @concurrent
    private static func hash(_ files: [PhotoFile]) async -> [HashedFile] {
        files.compactMap { file in
            file.hashed().map { HashedFile(file: file, facts: $0.facts, hash: $0.hash) }
        }
    }

    /// The maximum number of placeholders in a condition.
    private static let filesInQuestion = 256
    private static let threads = 4
}

extension PhotoLibraryError {
    /// Whether the program may not see photos. The program may still add photos.
    package var forbidsReading: Bool {
        switch self {
        case .accessDenied, .notAuthorized, .notDetermined, .restricted: true
        default: false
        }
    }

    /// Whether the program may not see photos, or only after the person authenticates. An import does not wait for the
    /// authentication.
    package var preventsReading: Bool { if case .interactionRequired = self { true } else { forbidsReading } }
}
