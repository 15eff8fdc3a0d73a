import FilmgateStore

/// The batches to which a connection gave names, so that it can undo exactly these.
struct NamedBatches {
    private var batches: [String: RecordedBatch] = [:]
    /// The names, the oldest first.
    private var names: [String] = []

    /// The maximum number of named batches of a connection. The oldest are dropped first.
    static let most = 1000

    /// Remembers a batch. A name that was used before refers only to the new batch from then on.
    mutating func add(_ batch: RecordedBatch, named name: String) {
        if batches.updateValue(batch, forKey: name) != nil { names.removeAll { $0 == name } }
        names.append(name)
        if names.count > Self.most { batches[names.removeFirst()] = nil }
    }

    subscript(name: String) -> RecordedBatch? { batches[name] }
}
