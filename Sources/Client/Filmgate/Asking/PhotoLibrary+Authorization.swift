import FilmgateDBus
import FilmgateModel
public import FilmgateWire

extension PhotoLibrary {
    /// Returns this app's authorization status. If the status is undetermined, asks the person first.
    /// `org.filmgate.Authorization1.RequestAccess`.
    ///
    /// Waits until the person answers. Cancelling the task withdraws the prompt and returns the current status.
    ///
    /// - Parameters:
    ///   - purpose: the app's reason in its own words, of which the person sees the first 256 characters.
    ///   - parentWindow: the identifier of the app's window, in the format of desktop portals.
    /// - Returns: the app's current status; `notDetermined` if the person has not decided.
    /// - Throws: `noAgent` if no agent can ask the person, `busy` if the app asks again too soon, `restricted` if
    ///   policy does not allow prompts.
    public func requestAuthorization(
        for access: AccessLevel, purpose: String? = nil, parentWindow: String? = nil
    ) async throws(PhotoLibraryError) -> AuthorizationStatus {
        let (outcome, results) = try await link.perform { (connection) async throws(PhotoLibraryError) in
            try await connection.request(AuthorizationInterface.requestAccess) { token in
                MessageArguments(
                    access, InteractionOptions(handleToken: token, parentWindow: parentWindow, purpose: purpose))
            }
        }
        if outcome == .failed { throw PhotoLibraryError(results.error) }
        let name = results.status ?? ""
        guard let status = AuthorizationStatus(rawValue: name) else {
            throw .invalidReply("The broker answered with the unknown status '\(quotable(name))'.")
        }
        return status
    }

    /// Lets the person change which photos this app sees, as PhotoKit's `presentLimitedLibraryPicker` does.
    /// `org.filmgate.Authorization1.EditSelection`.
    ///
    /// - Returns: the changes; nil if there are none. Cancelling the task withdraws the prompt and returns nil.
    /// - Throws: the errors of `requestAuthorization`, and an error if this app's access is not limited.
    public func editSelection(parentWindow: String? = nil) async throws(PhotoLibraryError) -> SelectionChange? {
        let (outcome, results) = try await link.perform { (connection) async throws(PhotoLibraryError) in
            try await connection.request(AuthorizationInterface.editSelection) { token in
                MessageArguments(InteractionOptions(handleToken: token, parentWindow: parentWindow))
            }
        }
        if outcome == .failed { throw PhotoLibraryError(results.error) }
        guard outcome == .success else { return nil }
        do { return try results.selectionChange() } catch {
            throw PhotoLibraryError(error)
        }
    }

    /// Opens the settings window at this app's page, where the person can change what the app may do.
    /// `org.filmgate.Authorization1.OpenSettings`.
    ///
    /// Does not wait for the person. `statusChanges` reports the changes that the person makes.
    ///
    /// - Throws: `noAgent` if no agent with a window is registered, `busy` if this app called this function less
    ///   than a minute ago, `restricted` if policy forbids prompts for this app.
    public func openSettings() async throws(PhotoLibraryError) {
        _ = try await link.call(AuthorizationInterface.openSettings, MessageArguments(NoOptions()))
    }

    /// Returns the status like PhotoKit's deprecated function of this name: `authorized` even if access is limited.
    ///
    /// Use it in code that would treat the unknown status `limited` as a refusal. All other functions of this library
    /// report `limited`.
    @available(*, deprecated, message: "says 'authorized' for limited access; use authorizationStatus(for: .readWrite)")
    public func authorizationStatus() async throws(PhotoLibraryError) -> AuthorizationStatus {
        let status = try await authorizationStatus(for: .readWrite)
        return status == .limited ? .authorized : status
    }
}
