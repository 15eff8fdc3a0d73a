import FilmgateModel

/// A file's metadata, collected within the limits of a worker's reply. The first source of a property takes precedence.
struct TagList {
    private(set) var metadata = FileMetadata()
    private var names: Set<String> = []
    private var bytes = 0

    /// Adds a property with one value, unless the list already contains this property.
    mutating func add(_ name: String, _ text: String) { add(name, list: [text]) }

    /// Adds a property, unless the list already contains it. If the property is not a list, uses only the first value.
    mutating func add(_ name: String, list texts: [String]) {
        guard !names.contains(name) else { return }
        let values = texts.compactMap { MetadataText.caption($0) }
        for text in FileMetadata.isList(name) ? values[...] : values.prefix(1) {
            let size = name.utf8.count + text.utf8.count
            guard metadata.tags.count < FileMetadata.mostTags, bytes + size <= FileMetadata.mostBytes else { return }
            let tag = FileMetadata.Tag(name, text)
            guard FileMetadata([tag]).isPlausible else { continue }
            metadata.tags.append(tag)
            names.insert(name)
            bytes += size
        }
    }
}
