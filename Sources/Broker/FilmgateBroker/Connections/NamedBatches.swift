import FilmgateStore

/// The batches that a connection named, so that it can undo exactly these batches.
struct NamedBatches {
    private var batches: [String: RecordedBatch] = [:]
    /// The names, the oldest first.
    private var names: [String] = []

    /// The maximum number of named batches of a connection. The oldest are removed first.
    static let most = 1000

    /// Records a batch under a name. If the name was used before, it refers only to the new batch.
    mutating func add(_ batch: RecordedBatch, named name: String) {
        if batches.updateValue(batch, forKey: name) != nil { names.removeAll { $0 == name } }
        names.append(name)
        if names.count > Self.most { batches[names.removeFirst()] = nil }
    }

    subscript(name: String) -> RecordedBatch? { batches[name] }
}
