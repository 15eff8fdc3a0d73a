import FilmgateModel

extension [ImportGroup] {
    /// Moves copies to the end of the groups of their originals. Reads only files whose names and sizes suggest that
    /// they are copies.
    ///
    /// The library makes one photo of files with the same contents, and stores the first file. Without this order,
    /// `IMG_1 (1).jpg` could replace `IMG_1.jpg`, to which an edit belongs.
    package func withCopiesLast() -> [ImportGroup] {
        var places: [CopyKey: (group: Int, file: PhotoFile)] = [:]
        for place in indices {
            for item in self[place].items {
                let key = CopyKey(item, item.file.copyStem)
                places[key] = places[key] ?? (group: place, file: item.file)
            }
        }
        var originals: [Int: Int] = [:]
        var hashes = FileHashes()
        for place in indices {
            guard let first = self[place].items.first else { continue }
            for name in first.file.copyStem.namesOfOriginals {
                guard let found = places[CopyKey(first, name)], found.group != place,
                    let hash = hashes.hash(of: first.file), hashes.hash(of: found.file) == hash
                else { continue }
                originals[place] = found.group
                break
            }
        }
        var groups: [ImportGroup?] = map { $0 }
        for (place, target) in originals.sorted(by: { $0.key < $1.key }) where originals[target] == nil {
            groups[target]?.items += self[place].items.map { item in
                var item = item
                // The edit of a copy belongs to the original.
                if item.joins == .related, PhotoBaseName(item.file.copyStem).isEdit { item.joins = .first }
                return item
            }
            groups[place] = nil
        }
        return groups.compactMap(\.self)
    }
}

private struct CopyKey: Hashable {
    let folder: DiskPath
    let size: UInt64
    let fileExtension: String?
    let stem: String

    init(_ item: ImportItem, _ stem: String) {
        (folder, size, fileExtension) = (item.file.path.parent, item.file.size, item.file.path.fileExtension)
        self.stem = stem
    }
}

extension PhotoFile {
    /// The name in lower case, without the extension.
    fileprivate var copyStem: String {
        PhotoBaseName.withoutExtension(String(decoding: path.name, as: UTF8.self)).lowercased()
    }
}

extension String {
    /// The possible names of the original, if the file is a copy. Contains `a` for `a (1)`, `a copy` and `copy of a`.
    fileprivate var namesOfOriginals: [String] {
        let boundaries = indices.filter { !self[$0].isLetter && !self[$0].isNumber }
        return boundaries.map { String(self[..<$0]) }.filter { !$0.isEmpty }
            + boundaries.reversed().map { String(self[index(after: $0)...]) }.filter { !$0.isEmpty }
    }
}
