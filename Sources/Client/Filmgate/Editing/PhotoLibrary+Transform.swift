public import FilmgateModel
import FilmgateWire

/// Transforms of pictures that the library computes itself.
extension PhotoLibrary {
    /// The angles by which the library rotates, clockwise.
    public enum Rotation: Int, CaseIterable, Sendable {
        case right = 90
        case half = 180
        case left = 270

        public var transform: ContentTransform { ContentTransform(rotatedBy: UInt32(rawValue)) ?? .identity }
    }

    /// Rotates photos and videos for every app. The library keeps the originals, and can show them again.
    ///
    ///     try await library.rotate([photo.id], by: .right)
    ///
    /// - Throws: the errors of `transform`.
    public func rotate(_ assets: [AssetID], by rotation: Rotation) async throws(PhotoLibraryError) {
        try await transform(assets, by: rotation.transform)
    }

    /// Shows only a part of a photo. The library keeps the original, and can show it again.
    ///
    /// - Parameter part: the part to keep, relative to the upright picture that the photo currently shows.
    /// - Throws: the errors of `transform`.
    public func crop(_ asset: AssetID, to part: UnitRectangle) async throws(PhotoLibraryError) {
        guard let transform = ContentTransform(orientation: 1, crop: part) else { return }
        try await self.transform([asset], by: transform)
    }

    /// Rotates, mirrors and crops photos, and rotates and mirrors videos. The library itself makes the files; no editor
    /// is needed. `org.filmgate.EditSession1.Transform`.
    ///
    /// At most `mostTransformed` assets are changed at a time, each batch completely or not at all. The person confirms
    /// each batch, unless the app added the assets itself or may manage the library. If all changes to an asset cancel
    /// each other out, the asset shows its original.
    /// - Parameters:
    ///   - transform: the transform of the upright picture that each asset shows.
    ///   - undoName: a name for the batch, as in `perform`; only with at most `mostTransformed` assets, because more
    ///     need several batches.
    ///   - progress: called after each batch with the number of assets that are done.
    /// - Throws: the errors of `beginEditing`, `EditingSession.finish` and `performChanges`. Batches that were already
    ///   committed are kept.
    public func transform(
        _ assets: [AssetID], by transform: ContentTransform, undoName: String? = nil,
        progress: (_ done: Int) async -> Void = { _ in }
    ) async throws(PhotoLibraryError) {
        var done = 0
        for part in assets.batches(of: PhotoLibrary.mostTransformed) {
            var sessions: [EditingSession] = []
            for asset in part {
                let session = try await beginEditing(asset)
                try await session.transform(transform)
                sessions.append(session)
            }
            var request = ChangeRequest()
            for session in sessions { request.setContent(of: session) }
            try await perform(request, undoName: undoName)
            done += part.count
            await progress(done)
        }
    }

    /// The number of assets in a batch: a connection can have eight sessions, and a confirmation shows eight pictures.
    public static let mostTransformed = 8
}
