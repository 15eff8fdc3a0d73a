import Filmgate
import FilmgateHashing
package import FilmgateModel
import FilmgateSystem

/// A cache of the hashes of files, so that each file is read once.
package struct FileHashes {
    private var hashes: [PhotoFile: ContentHash] = [:]

    package init() {}

    /// Returns nil if the file cannot be read.
    package mutating func hash(of file: PhotoFile) -> ContentHash? {
        if let known = hashes[file] { return known }
        hashes[file] = file.hashed()?.hash
        return hashes[file]
    }
}

extension PhotoFile {
    /// Returns the file's hash, and the result of `fstat` before the hash was computed; nil if the file cannot be read.
    func hashed() -> (hash: ContentHash, facts: FileStatus)? {
        do {
            let (content, facts) = try open()
            return (try SHA256Hasher.hash(of: content), facts)
        } catch { return nil }  // The import itself reports files that it cannot read.
    }
}

extension ImportPlan {
    /// Keeps a trashed photo out of the trash if the plan also contains an untrashed copy, because the library makes
    /// one photo of both. Reads only files with the size of a trashed file.
    package mutating func keepCopies(_ hashes: inout FileHashes) {
        let trashed = Set(items.filter(\.isTrashed).map(\.file.size))
        guard !trashed.isEmpty else { return }
        var kept: Set<ContentHash> = []
        for item in items where !item.isTrashed && trashed.contains(item.file.size) {
            if let hash = hashes.hash(of: item.file) { kept.insert(hash) }
        }
        guard !kept.isEmpty else { return }
        forEachItem { item in
            guard item.isTrashed, let hash = hashes.hash(of: item.file), kept.contains(hash) else { return }
            (item.isTrashed, item.isKept) = (false, true)
        }
    }

    /// Merges the metadata of files with the same contents, because these files become one photo. Reads a file only if
    /// another file has the same size and different metadata.
    package mutating func shareFacts(_ hashes: inout FileHashes) {
        let items = self.items
        let bySize = Dictionary(grouping: items, by: \.file.size)
        let sizes = Set(bySize.filter { Set($0.value.map(StoredMetadata.init)).count > 1 }.map(\.key))
        guard !sizes.isEmpty else { return }
        var known: [ContentHash: StoredMetadata] = [:]
        // The metadata of files that their library lists takes precedence over the metadata of copies.
        for item in items.filter(\.isDescribed) + items.filter({ !$0.isDescribed })
        where sizes.contains(item.file.size) {
            guard let hash = hashes.hash(of: item.file) else { continue }
            known[hash, default: StoredMetadata(item)].fill(from: StoredMetadata(item))
        }
        forEachItem { item in
            guard sizes.contains(item.file.size), let facts = hashes.hash(of: item.file).flatMap({ known[$0] })
            else { return }
            (item.properties, item.fallbackDate) = (facts.properties, facts.fallbackDate)
        }
    }
}

extension ImportItem {
    /// Whether the library from which the file is imported lists the file, as trashed or as not trashed.
    fileprivate var isDescribed: Bool { isTrashed || isKept }
}

/// The metadata that a library stores for a file, which also applies to copies of the file.
private struct StoredMetadata: Hashable {
    private(set) var properties: AssetChanges
    private(set) var fallbackDate: Timestamp?

    init(_ item: ImportItem) { (properties, fallbackDate) = (item.properties, item.fallbackDate) }

    mutating func fill(from other: StoredMetadata) {
        if other.properties.isFavorite == true { properties.isFavorite = true }
        if other.properties.isHidden == true { properties.isHidden = true }
        properties.title = properties.title ?? other.properties.title
        properties.caption = properties.caption ?? other.properties.caption
        properties.altText = properties.altText ?? other.properties.altText
        properties.rating = properties.rating ?? other.properties.rating
        properties.keywords = properties.keywords ?? other.properties.keywords
        properties.location = properties.location ?? other.properties.location
        fallbackDate = fallbackDate ?? other.fallbackDate
    }
}
