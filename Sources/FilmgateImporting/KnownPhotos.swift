internal import Filmgate
internal import FilmgateHashing
internal import FilmgateModel
internal import FilmgateSystem

/// Finds the files that the library has already, so that they need not be copied: first by their sizes, then by their hashes.
struct KnownPhotos {
    /// An asset with the same original as a file.
    struct Known {
        let asset: AssetID
        let isTrashed: Bool
    }

    private let library: PhotoLibrary
    private var assets: [PhotoFile: [Known]] = [:]

    init(in library: PhotoLibrary) { self.library = library }

    /// Returns the asset with the same original. One in the trash counts only for an item that was in the trash.
    func asset(for item: ImportItem) -> AssetID? {
        let known = assets[item.file] ?? []
        return (known.first { !$0.isTrashed } ?? (item.isTrashed ? known.first : nil))?.asset
    }

    var isEmpty: Bool { assets.isEmpty }

    /// Looks for files. If the tool may only add to the library, it finds none.
    mutating func find(_ files: [PhotoFile], while mayGoOn: () -> Bool) async throws(PhotoLibraryError) {
        guard let sizes = try await sizes(), !sizes.isEmpty else { return }
        var rest = files.filter { sizes.contains($0.size) }[...]
        while !rest.isEmpty, mayGoOn() {
            let part = Array(rest.prefix(KnownPhotos.filesInQuestion))
            rest = rest.dropFirst(part.count)
            try await ask(KnownPhotos.hashes(of: part))
        }
    }

    private func sizes() async throws(PhotoLibraryError) -> Set<UInt64>? {
        let request = FetchRequest<Asset>.assets.includingHidden.includingTrashed.includingBurstMembers
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
        } catch .accessDenied {
            return nil
        } catch .notAuthorized {
            return nil
        }
    }

    private mutating func ask(_ hashes: [(PhotoFile, ContentHash)]) async throws(PhotoLibraryError) {
        guard !hashes.isEmpty else { return }
        let files = Dictionary(grouping: hashes) { $0.1.description }
        let request = FetchRequest<Asset>.assets.includingHidden.includingTrashed.includingBurstMembers
            .where(AssetFields().contentHash.in(Array(files.keys))).oldestFirst.reading([.contentHash, .trashedDate])
        let result = try await library.fetch(request)
        let assets = try await result.elements(from: 0, count: result.count)
        try await result.close()
        for asset in assets {
            guard let hash = asset.contentHash else { continue }
            let known = Known(asset: asset.id, isTrashed: asset.isTrashed)
            for (file, _) in files[hash] ?? [] { self.assets[file, default: []].append(known) }
        }
    }

    /// Hashes files on several threads; leaves out those that cannot be read, which fail later.
    private static func hashes(of files: [PhotoFile]) async -> [(PhotoFile, ContentHash)] {
        await withTaskGroup(of: [(PhotoFile, ContentHash)].self) { group in
            let share = (files.count + threads - 1) / threads
            for start in stride(from: 0, to: files.count, by: share) {
                let part = files[start..<min(start + share, files.count)]
                group.addTask { await hash(part) }
            }
            var found: [(PhotoFile, ContentHash)] = []
            for await part in group { found += part }
            return found
        }
    }

    @concurrent
    private static func hash(_ files: ArraySlice<PhotoFile>) async -> [(PhotoFile, ContentHash)] {
        files.compactMap { file in
            guard let (descriptor, _) = try? file.path.openFile(), let hash = try? SHA256Digest.hash(of: descriptor)
            else { return nil }
            return (file, hash)
        }
    }

    /// The most placeholders in a condition.
    private static let filesInQuestion = 256
    private static let threads = 4
}
