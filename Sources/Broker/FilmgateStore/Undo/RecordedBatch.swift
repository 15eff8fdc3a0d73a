public import FilmgateModel

/// A reference to a batch in the undo log of a library.
public struct RecordedBatch: Hashable, Sendable {
    let number: Int64
    /// The date. It distinguishes batches with equal numbers, which a library restored from a backup can reuse.
    let date: Timestamp
}

/// The result of a batch: the objects that it created, and its number in the undo log.
public struct AppliedBatch: Sendable {
    /// One element for each change: the identifier of the object that the change created, or nil.
    public let created: [ObjectID?]
    public let recorded: RecordedBatch
}
