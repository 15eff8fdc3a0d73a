internal import FilmgateHashing
package import FilmgateModel

/// Hashes of files that are compared with each other, each file read once.
package struct FileHashes {
    private var hashes: [PhotoFile: ContentHash] = [:]

    package init() {}

    /// Returns nil if the file cannot be read.
    package mutating func hash(of file: PhotoFile) -> ContentHash? {
        if let known = hashes[file] { return known }
        guard let (descriptor, _) = try? file.open(), let hash = try? SHA256Digest.hash(of: descriptor) else {
            return nil
        }
        hashes[file] = hash
        return hash
    }
}

extension ImportPlan {
    /// Keeps a photo out of the trash if these files have a copy of it that its library does not say is there: the library of Filmgate takes
    /// both as one photo. Reads the files that have the size of one in the trash.
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
}
