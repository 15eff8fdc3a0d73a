import FilmgateDBus
import FilmgateModel
import FilmgateWire

extension PhotoLibrary {
    /// Changes the library: makes all changes of the request or none. `org.filmgate.Library1.PerformChanges`.
    ///
    ///     let result = try await library.performChanges { request in
    ///         let photo = request.createAsset(from: [NewAssetResource(.photo, file, filename: "IMG_0001.JPG")])
    ///         let summer = request.createAlbum(title: "Summer", in: request.createFolder(title: "2024"))
    ///         request.add([photo, earlier.id], to: summer)
    ///     }
    ///
    /// Takes as long as copying the files takes and, if the person must confirm, as long as they take. Cancelling the
    /// task stops waiting.
    ///
    /// - Parameters:
    ///   - dryRun: checks everything but the person's confirmation, and changes nothing.
    ///   - fill: adds the changes to the request.
    /// - Throws: `inChange` with the index of the change that failed, if one did.
    @discardableResult
    public func performChanges(
        dryRun: Bool = false, _ fill: (inout ChangeRequest) -> Void
    ) async throws(PhotoLibraryError) -> ChangeResult {
        var request = ChangeRequest()
        fill(&request)
        return try await perform(request, dryRun: dryRun)
    }

    /// Does the same with a request that is already filled.
    @discardableResult
    public func perform(
        _ request: ChangeRequest, dryRun: Bool = false
    ) async throws(PhotoLibraryError) -> ChangeResult {
        guard !request.changes.isEmpty else { return ChangeResult([]) }
        let options: Options = dryRun ? ["dry-run": Variant(true)] : [:]
        let identifiers = try await link.call(
            LibraryInterface.performChanges, Arguments(request.changes.map(\.raw), options), timeLimit: .interactive
        ).values
        guard identifiers.count == request.changes.count else {
            throw .invalidReply(
                "The broker answered with \(identifiers.count) identifiers for \(request.changes.count) changes.")
        }
        return ChangeResult(identifiers.map { ObjectID($0) })
    }
}
