import FilmgateModel

extension FieldWriter {
    mutating func put(_ redaction: Redaction) {
        put(redaction.found.map(\.rawValue).sorted())
        put(redaction.changes.count)
        for change in redaction.changes {
            put(change.offset)
            switch change.content {
            case .bytes(let bytes):
                put(0)
                put(bytes)
            case .fill(let byte, let count):
                put(1)
                put(byte)
                put(count)
            case .leaveOut(let count):
                put(2)
                put(count)
            }
        }
    }
}

extension FieldReader {
    mutating func redaction() throws(Garbled) -> Redaction {
        var redaction = Redaction()
        redaction.found = try kinds()
        let count = try number(Int.self)
        guard (0...Redaction.mostChanges).contains(count) else { throw Garbled() }
        for _ in 0..<count {
            let offset = try number(UInt64.self)
            switch try number(UInt8.self) {
            case 0: redaction.changes.append(FileChange(offset: offset, content: .bytes(try bytes())))
            case 1:
                let byte = try number(UInt8.self)
                redaction.changes.append(
                    FileChange(offset: offset, content: .fill(byte, count: try number(UInt64.self))))
            case 2:
                let count = try number(UInt64.self)
                redaction.changes.append(FileChange(offset: offset, content: .leaveOut(count: count)))
            default: throw Garbled()
            }
        }
        return redaction
    }

    mutating func kinds() throws(Garbled) -> Set<MetadataKind> {
        var kinds: Set<MetadataKind> = []
        for name in try texts(atMost: MetadataKind.allCases.count) {
            guard let kind = MetadataKind(rawValue: name) else { throw Garbled() }
            kinds.insert(kind)
        }
        return kinds
    }
}
