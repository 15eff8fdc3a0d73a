internal import FilmgateModel

extension FieldWriter {
    mutating func put(_ metadata: FileMetadata) {
        put(metadata.tags.count)
        for tag in metadata.tags {
            put(tag.name)
            put(tag.text)
        }
    }
}

extension FieldReader {
    mutating func metadata() throws(Garbled) -> FileMetadata {
        let count = try number(Int.self)
        guard (0...FileMetadata.mostTags).contains(count) else { throw Garbled() }
        var metadata = FileMetadata()
        for _ in 0..<count { metadata.tags.append(FileMetadata.Tag(try text(), try text())) }
        return metadata
    }
}
