import FilmgateDBus
public import FilmgateModel
import FilmgateWire

extension PhotoLibrary {
    /// Lets the person pick photos and videos, like PhotoKit's `PHPickerViewController`. `org.filmgate.Picker1.Pick`.
    ///
    /// Requires no access to the library, because the person picks from the whole library in another process. Waits
    /// until the person has picked items. Cancelling the task closes the picker.
    ///
    ///     var configuration = PickerConfiguration()
    ///     configuration.filter = "media-type = 'image'"
    ///     for result in try await library.pick(configuration) {
    ///         let file = try await result.itemProvider.load(as: "image/jpeg", width: 1024, height: 1024).file
    ///     }
    ///
    /// - Parameters:
    ///   - configuration: the items that the person can pick, and the form in which this app gets them. Without a
    ///     `limit`, the person can pick one item.
    ///   - earlier: earlier results of this connection, which are selected when the picker opens.
    ///   - parentWindow: the identifier of the app's window, in the format of desktop portals.
    /// - Returns: the picked items, in order; empty if the person cancelled.
    /// - Throws: `noAgent` if no agent can show a picker, `busy` after ten picks a minute or repeated cancelling,
    ///   `restricted` if policy forbids prompts or reading, `accessDenied` if the person muted this app.
    public func pick(
        _ configuration: PickerConfiguration = PickerConfiguration(), preselecting earlier: [PickerResult] = [],
        parentWindow: String? = nil
    ) async throws(PhotoLibraryError) -> [PickerResult] {
        var options = PickOptions(
            configuration,
            preselected: earlier.map(\.itemProvider.handle) + configuration.preselected.map(\.description),
            album: configuration.album?.description)
        options.parentWindow = parentWindow
        let asked = options
        return try await link.perform { (connection) async throws(PhotoLibraryError) in
            let (outcome, results) = try await connection.request(PickerInterface.pick) { token in
                var options = asked
                options.handleToken = token
                return MessageArguments(options)
            }
            if outcome == .failed { throw PhotoLibraryError(results.error) }
            guard outcome == .success else { return [] }
            do {
                let (removed, isLasting) = (results.removedKinds, results.isLasting)
                return try results.pickedItems().map {
                    PickerResult($0, removed: removed, isLasting: isLasting, on: connection)
                }
            } catch {
                throw PhotoLibraryError(error)
            }
        }
    }
}
