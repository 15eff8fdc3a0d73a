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

    /// Rotates photos and videos for every app. The originals stay, and can be shown again.
    ///
    ///     try await library.rotate([photo.id], by: .right)
    ///
    /// - Throws: as `transform`.
    public func rotate(_ assets: [AssetID], by rotation: Rotation) async throws(PhotoLibraryError) {
        try await transform(assets, by: rotation.transform)
    }

    /// Shows only a part of a photo. The original stays, and can be shown again.
    ///
    /// - Parameter part: the part of the upright picture that the photo shows now.
    /// - Throws: as `transform`.
    public func crop(_ asset: AssetID, to part: UnitRectangle) async throws(PhotoLibraryError) {
        guard let transform = ContentTransform(orientation: 1, crop: part) else { return }
        try await self.transform([asset], by: transform)
    }

    /// Turns, mirrors and crops photos, and turns and mirrors videos, without an app that edits them: the library
    /// makes the files. `org.filmgate.EditSession1.Transform`.
    ///
    /// At most `mostTransformed` assets are changed at a time, each batch completely or not at all. The person confirms
    /// each batch, unless the app added the assets itself or may manage the library. If all changes of an asset cancel
    /// each other, it shows its original.
    /// - Parameters:
    ///   - transform: the transform of the upright picture that each asset shows.
    ///   - undoName: names the batch, as in `perform`; only with at most `mostTransformed` assets, which are one batch.
    ///   - progress: called after each batch with the number of assets that are done.
    /// - Throws: as `beginEditing`, `EditingSession.finish` and `performChanges`. Batches that were committed before
    ///   stay.
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

    /// How many assets are changed at once: a connection has eight sessions, and a confirmation shows eight pictures.
    public static let mostTransformed = 8
}
