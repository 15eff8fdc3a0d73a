public import FilmgateModel
public import FilmgateSystem

extension Library {
    /// Takes in what a client handed over: a regular file or a memory file, read from its start through this descriptor alone.
    ///
    /// The copy is made and hashed on threads of the store's own, in turn among the clients that wait. A source that hangs
    /// (a FUSE may, for ever) is given up after its time: the caller gets `tooSlow`, the thread is written off and replaced
    /// long before that, and ends by itself when the source lets it go. A client with two hanging sources is `busy` until
    /// then. Cancelling the task gives the copy up as well.
    /// - Parameter allowance: what the files of a batch may take.
    /// - Throws: `StagingRefusal`; `Errno` where the library's disk fails or is full; `CancellationError`.
    public func stage(
        _ source: OwnedDescriptor, for client: ClientID, limits: StagingLimits = StagingLimits(),
        within allowance: StagingAllowance? = nil
    ) async throws -> StagedFile {
        let (originals, staged) = (originals, staged)
        return try await copies.run(for: client, patience: limits.patience) { job in
            try FileCopy(of: source, limits: limits, allowance: allowance, among: staged, job: job).make(in: originals)
        }
    }
}
