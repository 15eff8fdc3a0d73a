import FilmgateModel

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

extension FileDescription {
    var encoded: [UInt8] {
        var fields = FieldWriter()
        fields.put(metadata)
        fields.put(orientation) { $0.put($1) }
        return fields.bytes
    }

    init?(encoded bytes: [UInt8]) {
        var fields = FieldReader(bytes)
        self.init()
        do throws(FieldReader.Garbled) {
            metadata = try fields.metadata()
            orientation = try fields.optional { reader throws(FieldReader.Garbled) in try reader.number() }
            try fields.finish()
        } catch {
            return nil
        }
        guard isPlausible else { return nil }
    }
}
