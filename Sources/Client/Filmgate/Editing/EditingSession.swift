import FilmgateDBus
public import FilmgateModel
import FilmgateWire

/// A session in which an app edits one asset. Deinitialization cancels the session and discards an uncommitted result.
///
///     let session = try await library.beginEditing(photo, handling: [format])
///     try await session.finish(ContentEditingOutput([NewAssetResource(.fullSizePhoto, file)], adjustmentData: data))
///     try await library.performChanges { request in request.setContent(of: session) }
///
/// `library.edit(_:handling:)` does the same in one call.
public final class EditingSession: Sendable {
    public let asset: AssetID
    public let input: ContentEditingInput
    private let proxy: EditSessionProxy

    init(_ asset: AssetID, _ input: ContentEditingInput, _ proxy: EditSessionProxy) {
        self.asset = asset
        self.input = input
        self.proxy = proxy
    }

    var path: ObjectPath { proxy.path }

    /// Submits the result of the edit. Can be called once. `org.filmgate.EditSession1.Finish`.
    ///
    /// - Throws: `invalidContent` for a file that is damaged, of the wrong kind, or not upright; `tooLarge`;
    ///   `limitsExceeded`; `invalidArgument` for missing or unexpected files.
    public func finish(_ output: ContentEditingOutput) async throws(PhotoLibraryError) {
        try await proxy.finish(output)
    }

    /// Makes the broker rotate, mirror or crop the asset's current content and submit the result. Can be called once.
    /// `org.filmgate.EditSession1.Transform`.
    ///
    /// - Throws: `invalidArgument` for a transform that changes nothing, for a crop of a video, and for a video that is
    ///   neither MP4 nor QuickTime; `invalidContent` for an animation.
    public func transform(_ transform: ContentTransform) async throws(PhotoLibraryError) {
        try await proxy.transform(transform)
    }
}

extension PhotoLibrary {
    /// Begins an editing session for an asset. `org.filmgate.Editing1.BeginEditing`.
    ///
    /// - Parameters:
    ///   - formats: the formats that the app can resume. If the asset was edited in one of these formats, the input
    ///     contains the adjustment data.
    ///   - displaySize: the maximum size of `displayImage`, in pixels; nil for no display image.
    /// - Throws: `accessDenied` if the app lacks the right `write`, or the right `originals` for a video or a live
    ///   photo; `notFound`; `limitsExceeded`.
    public func beginEditing(
        _ asset: AssetID, handling formats: [AdjustmentFormat] = [], displaySize: (width: Int, height: Int)? = nil
    ) async throws(PhotoLibraryError) -> EditingSession {
        let size = displaySize.map { (width: UInt32(clamping: $0.width), height: UInt32(clamping: $0.height)) }
        let options = EditingOptions(handles: formats, displaySize: size)
        return try await link.perform { (connection) async throws(PhotoLibraryError) in
            let (path, content, input) = try await connection.call(
                EditingInterface.beginEditing, MessageArguments(AssetIDText(asset), options), timeLimit: .unlimited
            ).values
            return EditingSession(
                asset, ContentEditingInput(content, input), EditSessionProxy(at: path, on: connection))
        }
    }

    /// Edits an asset: begins a session, calls `body`, and submits and commits the result of `body`.
    ///
    /// The person must confirm the edit, unless the app added the asset itself or may manage the library.
    ///
    ///     try await library.edit(photo, handling: [Vignette.format]) { input in
    ///         let file = try render(input.content, strength: 0.5)
    ///         return ContentEditingOutput([NewAssetResource(.fullSizePhoto, file)], adjustmentData: data)
    ///     }
    ///
    /// - Parameter body: edits the content; returns nil to leave the asset unchanged.
    /// - Throws: the errors of `body`, `beginEditing`, `EditingSession.finish` and `performChanges`; `busy` if the
    ///   asset was edited or reverted in the meantime.
    public func edit(
        _ asset: AssetID, handling formats: [AdjustmentFormat] = [],
        _ body: (ContentEditingInput) async throws -> ContentEditingOutput?
    ) async throws {
        let session = try await beginEditing(asset, handling: formats)
        guard let output = try await body(session.input) else { return }
        try await session.finish(output)
        try await performChanges { request in request.setContent(of: session) }
    }
}

/// A proxy of a session's D-Bus object. Deinitialization cancels the session.
final class EditSessionProxy: Sendable {
    let path: ObjectPath
    private let connection: BrokerConnection

    init(at path: ObjectPath, on connection: BrokerConnection) {
        self.path = path
        self.connection = connection
    }

    deinit {
        let (connection, path) = (connection, path)
        Task { await connection.release(EditSessionInterface.cancel, at: path) }
    }

    /// Calls `org.filmgate.EditSession1.Finish`.
    func finish(_ output: ContentEditingOutput) async throws(PhotoLibraryError) {
        let files = output.renders.map { EditedFile($0) }
        let adjustment = output.adjustmentData
        _ = try await connection.call(
            EditSessionInterface.finish, at: path,
            MessageArguments(
                files, adjustment.format.identifier, adjustment.format.version, adjustment.data, NoOptions()),
            timeLimit: .unlimited)
    }

    /// Calls `org.filmgate.EditSession1.Transform`.
    func transform(_ transform: ContentTransform) async throws(PhotoLibraryError) {
        _ = try await connection.call(
            EditSessionInterface.transform, at: path, MessageArguments(TransformOptions(transform)),
            timeLimit: .unlimited)
    }
}
