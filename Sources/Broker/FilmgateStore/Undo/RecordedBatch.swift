public import FilmgateModel

/// The reference to a batch in the undo log of one library.
public struct RecordedBatch: Hashable, Sendable {
    let number: Int64
    /// The date of the batch. A library that was restored from a backup reuses numbers for batches of other dates.
    let date: Timestamp
}

/// The objects that a batch created, and its number in the undo log.
public struct AppliedBatch: Sendable {
    /// For each change, the identifier of the asset, album or folder that it created, or nil.
    public let created: [ObjectID?]
    public let recorded: RecordedBatch
}
