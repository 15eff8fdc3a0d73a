public import FilmgateModel
import FilmgateDBus
import FilmgateWire

/// An app's editor, which the person can choose for photos and videos, like PhotoKit's `PHContentEditingController`.
///
///     struct Vignette: Editor {
///         let formats = [format]
///         func failed(with error: any Error) { print(error) }
///         func edit(_ input: ContentEditingInput, _ details: EditRequest) async throws -> ContentEditingOutput? {
///             guard let strength = await slider(over: input, details) else { return nil }
///             let file = try render(input.content, strength)
///             return ContentEditingOutput([NewAssetResource(.fullSizePhoto, file)], adjustmentData: data(strength))
///         }
///     }
///
///     try await library.serve(Vignette(), as: "org.example.Vignette")
///
/// The app's desktop file is named after the application identifier, and has `DBusActivatable=true`,
/// `X-Filmgate-Editor=true` and `X-Filmgate-EditsMedia=image;`. A D-Bus service file starts the app.
public protocol Editor: Sendable {
    /// The formats of adjustment data that the editor can resume.
    var formats: [AdjustmentFormat] { get }

    /// Edits one asset. Returns the edit, or nil to leave the asset unchanged. All apps see the edit at once.
    ///
    /// - Parameter request: the context of the edit, such as the window over which the editor should open.
    func edit(_ input: ContentEditingInput, _ request: EditRequest) async throws -> ContentEditingOutput?

    /// Reports a failed edit to the editor.
    ///
    /// - Parameter error: the error of `edit`, or the reason why the broker refused the result.
    func failed(with error: any Error) async
}

/// The context in which the person chose the editor.
public final class EditRequest: Sendable {
    /// The parent window of the editor's window, in the format of desktop portals; nil if unknown.
    public let parentWindow: String?
    /// The token with which the editor's window can come to the front; nil if there is no token.
    public let activationToken: String?

    init(_ details: EditDetails) {
        parentWindow = details.parentWindow
        activationToken = details.activationToken
    }
}

extension PhotoLibrary {
    /// Exports an editor on the session bus as `org.filmgate.Editor1`, and serves calls until the task is cancelled.
    ///
    /// - Parameters:
    ///   - application: the app's identifier, which is also the bus name that the app acquires on the session bus.
    ///   - sessionBus: the address of the session bus, or `session` for the address in the environment.
    /// - Throws: `invalidArgument` if the identifier is not a valid bus name; `busUnavailable` if the session bus
    ///   cannot be reached or disconnects, or if another program owns the bus name.
    public func serve(
        _ editor: any Editor, as application: String, onSessionBus sessionBus: String = "session"
    ) async throws(PhotoLibraryError) {
        guard let (name, path) = EditorInterface.address(of: application) else {
            throw .invalidArgument("'\(quotable(application))' is not the identifier of an application.")
        }
        let object = EditorObject(editor, at: path, of: self)
        let connection: Connection
        do {
            connection = try await Connection.open(sessionBus, on: BrokerLink.loop())
            await connection.serve(object)
            try await connection.requestName(name)
        } catch let taken as NameTaken {
            throw .busUnavailable("A different program owns the name \(taken.name) on the session bus.")
        } catch {
            throw .busUnavailable(at: sessionBus, error)
        }
        await connection.closed
        object.cancelAll()
        await connection.close()
        if !Task.isCancelled { throw .busUnavailable("The session bus closed the connection.") }
    }
}
