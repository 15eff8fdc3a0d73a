public import FilmgateModel
import FilmgateWire

/// Rotation, mirroring and cropping, which the broker performs without an editor.
extension PhotoLibrary {
    /// A clockwise rotation. The raw value is the angle in degrees.
    public enum Rotation: Int, CaseIterable, Sendable {
        case right = 90
        case half = 180
        case left = 270

        public var transform: ContentTransform { ContentTransform(rotatedBy: UInt32(rawValue)) ?? .identity }
    }

    /// Rotates photos and videos for every app. The library keeps the originals, to which the person can revert.
    ///
    ///     try await library.rotate([photo.id], by: .right)
    ///
    /// - Throws: the errors of `transform`.
    public func rotate(_ assets: [AssetID], by rotation: Rotation) async throws(PhotoLibraryError) {
        try await transform(assets, by: rotation.transform)
    }

    /// Crops a photo. The library keeps the original, to which the person can revert.
    ///
    /// - Parameter part: the part to keep, relative to the upright picture that the photo currently shows.
    /// - Throws: the errors of `transform`.
    public func crop(_ asset: AssetID, to part: UnitRectangle) async throws(PhotoLibraryError) {
        guard let transform = ContentTransform(orientation: 1, crop: part) else { return }
        try await self.transform([asset], by: transform)
    }

    /// Rotates, mirrors and crops photos, and rotates and mirrors videos. The broker computes the new files.
    /// `org.filmgate.EditSession1.Transform`.
    ///
    /// Transforms the assets in batches of at most `mostTransformed`, each completely or not at all. The person
    /// confirms each batch, unless the app added the assets itself or may manage the library. If all changes to an
    /// asset cancel each other out, the asset shows its original.
    /// - Parameters:
    ///   - transform: the transform of the upright picture that each asset shows.
    ///   - undoName: a name for the batch, as in `perform`; only with at most `mostTransformed` assets, because more
    ///     assets need several batches.
    ///   - progress: called after each batch with the number of assets transformed so far.
    /// - Throws: the errors of `beginEditing`, `EditingSession.transform` and `performChanges`. Earlier batches stay
    ///   committed.
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

    /// The maximum batch size: a connection can have eight sessions, and a confirmation shows eight pictures.
    public static let mostTransformed = 8
}
