public import FilmgateModel
public import FilmgateSystem

extension Library {
    /// Copies a client's file: a regular file or a memory file, read from its start through this descriptor.
    ///
    /// Copies are made and hashed on the store's own threads; clients take turns. If a source hangs, which FUSE can do
    /// forever, the caller gets `tooSlow` at the time limit. The thread is replaced long before that, and ends when the
    /// source returns. Until then, a client with two hanging sources gets `busy`. Cancelling the task ends the copy as
    /// well.
    /// - Parameters:
    ///   - allowance: the limit for all files of the batch.
    ///   - isMedia: whether the file must be a photo or video. A large file whose first bytes match no known format is
    ///     refused before it is copied.
    ///   - isSynced: whether to wait for the disk. If not, the change that links the copy waits for all of its files at
    ///     once. Use false only for a file that is linked soon, and for few files in a change, because other changes
    ///     wait meanwhile.
    /// - Throws: `StagingRefusal`, `Errno` if the library's disk fails or is full, and `CancellationError`.
    public func stage(
        _ source: OwnedDescriptor, for client: ClientID, limits: StagingLimits = StagingLimits(),
        within allowance: StagingAllowance? = nil, isMedia: Bool = false, isSynced: Bool = true
    ) async throws -> StagedFile {
        let copy = FileCopy(
            source: source, limits: limits, allowance: allowance, staged: staged, isMedia: isMedia, isSynced: isSynced)
        return try await copies.run(for: client, timeLimit: limits.timeLimit) { [originals] job in
            try copy.make(in: originals, for: job)
        }
    }

    /// Copies a staged file, changes the copy, and replaces the staged file with it. The allowance is charged only for
    /// the growth.
    ///
    /// - Throws: the errors of `stage`.
    public func stage(
        _ change: StagedChange, for client: ClientID, limits: StagingLimits = StagingLimits(),
        within allowance: StagingAllowance? = nil
    ) async throws -> StagedFile {
        change.file.share.end()
        let copy = FileCopy(
            source: change.file.descriptor, limits: limits, allowance: allowance, staged: staged,
            embedding: change.embedding)
        return try await copies.run(for: client, timeLimit: limits.timeLimit) { [originals] job in
            try copy.make(in: originals, for: job)
        }
    }
}
