import FilmgateModel

extension FieldWriter {
    mutating func put(_ embedding: Embedding) {
        put(embedding.splices.count)
        for splice in embedding.splices {
            put(splice.offset)
            put(splice.removed)
            put(splice.bytes)
        }
    }
}

extension FieldReader {
    mutating func embedding() throws(Garbled) -> Embedding {
        let count = try number(Int.self)
        guard (0...Embedding.mostSplices).contains(count) else { throw Garbled() }
        var splices: [FileSplice] = []
        for _ in 0..<count {
            splices.append(FileSplice(offset: try number(), removed: try number(), bytes: try bytes()))
        }
        return Embedding(splices)
    }
}
