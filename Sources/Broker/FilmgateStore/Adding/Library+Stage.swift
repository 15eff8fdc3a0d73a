public import FilmgateModel
public import FilmgateSystem

extension Library {
    /// Copies a client's file, which must be a regular file or a memory file, from the first byte.
    ///
    /// The store's own threads copy and hash files, and clients take turns. Reading can hang forever, for example on
    /// FUSE. Then this method throws `tooSlow` at the time limit. After one second without progress, a new thread
    /// replaces the hanging thread, which ends when its read returns. A client with two hanging reads beyond the time
    /// limit gets `busy`. Canceling the task also ends the copy.
    /// - Parameters:
    ///   - allowance: the limit for all files of the batch.
    ///   - isMedia: whether the file must be a photo or video. A file over 16 MiB whose first bytes match no known
    ///     format is refused before it is copied.
    ///   - isSynced: whether to sync the copy now. If false, the change that adds the copy to the library syncs all of
    ///     its files at once. Pass false only for changes with few files that are applied soon, because other changes
    ///     wait for the sync.
    /// - Throws: `StagingRefusal`, `Errno` if the library's disk fails or is full, and `CancellationError`.
    public func stage(
        _ source: OwnedDescriptor, for client: ClientID, limits: StagingLimits = StagingLimits(),
        within allowance: StagingAllowance? = nil, isMedia: Bool = false, isSynced: Bool = true
    ) async throws -> StagedFile {
        let copy = FileCopier(
            source: source, limits: limits, allowance: allowance, staged: staged, isMedia: isMedia, isSynced: isSynced)
        return try await copies.run(for: client, timeLimit: limits.timeLimit) { [originals] job in
            try copy.make(in: originals, for: job)
        }
    }

    /// Returns a changed copy of a staged file, to be used in its place. Charges only the growth to the allowance.
    ///
    /// - Throws: the same errors as the other `stage` method.
    public func stage(
        _ change: StagedFileReplacement, for client: ClientID, limits: StagingLimits = StagingLimits(),
        within allowance: StagingAllowance? = nil
    ) async throws -> StagedFile {
        change.file.share.end()
        let copy = FileCopier(
            source: change.file.descriptor, limits: limits, allowance: allowance, staged: staged,
            embedding: change.embedding)
        return try await copies.run(for: client, timeLimit: limits.timeLimit) { [originals] job in
            try copy.make(in: originals, for: job)
        }
    }
}
