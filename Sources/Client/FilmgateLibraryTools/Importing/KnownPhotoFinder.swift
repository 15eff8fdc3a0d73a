package import Filmgate
import FilmgateModel
import FilmgateSystem

/// A search for files that the library already has, by size and then by hash. Considers only assets that the owner's
/// tools added, because an app could remove the assets that it added.
struct KnownPhotoFinder {
    /// An asset whose original file has the same hash as a file.
    private struct KnownPhoto {
        let asset: AssetID
        let isTrashed: Bool
        let distinguishing: DistinguishingMetadata
    }

    private let library: PhotoLibrary
    /// The assets by the hash of their original file, the oldest first.
    private var known: [String: [KnownPhoto]] = [:]
    private var hashes: [PhotoFile: String] = [:]
    /// The results of `fstat` before each hashed file was read.
    private var facts: [PhotoFile: FileStatus] = [:]
    /// The assets that match items of an export, by the items' identifiers.
    private var matched: [String: AssetID] = [:]
    /// Whether the library contains photos that this program may search; set by `find`.
    private var hasPhotos = false

    init(in library: PhotoLibrary) { self.library = library }

    /// Returns the asset with the same original file. A trashed asset counts only if the item was in the trash, too.
    func asset(for item: ImportItem) -> AssetID? {
        if let identifier = item.identifier { return matched[identifier] }
        let known = hashes[item.file].flatMap { self.known[$0] } ?? []
        return (known.first { !$0.isTrashed } ?? (item.isTrashed ? known.first : nil))?.asset
    }

    /// Returns the trashed asset with the same original file; nil if an asset outside the trash also has this original
    /// file.
    func deletedAsset(for item: ImportItem) -> AssetID? {
        guard item.identifier == nil, !item.isTrashed else { return nil }
        let known = hashes[item.file].flatMap { self.known[$0] } ?? []
        return known.contains { !$0.isTrashed } ? nil : known.first?.asset
    }

    /// Returns the result of `fstat` before a file was hashed; nil if the file was not hashed.
    func facts(of file: PhotoFile) -> FileStatus? { facts[file] }

    var isEmpty: Bool { known.isEmpty }

    /// Assigns an asset to each item of an export, the most similar pairs first. An asset is assigned to at most one
    /// item, and a trashed asset only to a trashed item.
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

    /// Searches the library for files. Finds nothing if this program may only add to the library.
    ///
    /// - Parameter describes: whether to also fetch `DistinguishingMetadata.properties`.
    mutating func find(
        _ files: [PhotoFile], describes: Bool, while shouldContinue: () -> Bool
    ) async throws(PhotoLibraryError) {
        guard let sizes = try await sizes(), !sizes.isEmpty else { return }
        hasPhotos = true
        for part in files.filter({ sizes.contains($0.size) }).batches(of: KnownPhotoFinder.filesInQuestion) {
            guard shouldContinue() else { return }
            try await ask(KnownPhotoFinder.hashes(of: part), describes)
        }
    }

    /// For items whose metadata an export changed, searches the library for the original files, unless the library has
    /// the changed files. Does nothing unless `hasPhotos` is set.
    mutating func findOriginals(of items: [ImportItem], while shouldContinue: () -> Bool)
        async throws(PhotoLibraryError)
    {
        guard hasPhotos else { return }
        let unknown = items.filter { item in
            item.originalHash != nil && hashes[item.file].flatMap { known[$0] } == nil
        }
        for part in unknown.batches(of: KnownPhotoFinder.filesInQuestion) {
            guard shouldContinue() else { return }
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

    /// A file with its hash.
    struct HashedFile: Sendable {
        let file: PhotoFile
        /// The result of `fstat` before the file was read.
        let facts: FileStatus
        let hash: ContentHash
    }

    /// Hashes files on several threads. Omits unreadable files, for which the import reports an error later.
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

    /// The number of files in one search, limited by the number of placeholders in a condition.
    private static let filesInQuestion = 256
    private static let threads = 4
}

extension PhotoLibraryError {
    /// Whether the program may not read photos. The program may still add photos.
    package var forbidsReading: Bool {
        switch self {
        case .accessDenied, .notAuthorized, .notDetermined, .restricted: true
        default: false
        }
    }

    /// Whether the program may not read photos, or only after the person authenticates. An import does not wait for an
    /// authentication.
    package var preventsReading: Bool { if case .interactionRequired = self { true } else { forbidsReading } }
}
