internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateWire

extension PhotoLibrary {
    /// Changes the library: everything that the request says, or nothing. `org.filmgate.Library1.PerformChanges`.
    ///
    ///     let result = try await library.performChanges { request in
    ///         let photo = request.createAsset(from: [NewAssetResource(.photo, file, filename: "IMG_0001.JPG")])
    ///         …
    ///     }
    ///
    /// It takes as long as copying the files takes, and where the person must confirm, as long as they need; cancelling
    /// the task stops waiting.
    ///
    /// - Throws: `inChange` with the index of the change at fault, where one is.
    @discardableResult
    public func performChanges(
        _ fill: (inout ChangeRequest) -> Void
    ) async throws(PhotoLibraryError) -> ChangeResult {
        var request = ChangeRequest()
        fill(&request)
        return try await perform(request)
    }

    /// The same, for a request that was filled elsewhere.
    public func perform(_ request: ChangeRequest) async throws(PhotoLibraryError) -> ChangeResult {
        guard !request.changes.isEmpty else { return ChangeResult([]) }
        let identifiers = try await link.call(
            LibraryInterface.performChanges, of: LibraryInterface.name,
            Arguments(request.changes.map(\.raw), [:]), patience: .person
        ).values
        guard identifiers.count == request.changes.count else {
            throw .invalidReply(
                "The broker answered with \(identifiers.count) identifiers for \(request.changes.count) changes.")
        }
        return ChangeResult(identifiers.map { ObjectID($0) })
    }
}
