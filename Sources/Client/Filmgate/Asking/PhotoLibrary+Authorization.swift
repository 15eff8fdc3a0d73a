import FilmgateDBus
import FilmgateModel
public import FilmgateWire

extension PhotoLibrary {
    /// Asks the person for access if it is undetermined. If not, returns the current status.
    /// `org.filmgate.Authorization1.RequestAccess`.
    ///
    /// Waits until the person answers. Cancelling the task withdraws the question and returns the current status.
    ///
    /// - Parameters:
    ///   - access: the access to ask for.
    ///   - purpose: the reason, shown to the person as the app's own words; at most 256 characters.
    ///   - parentWindow: the app's window, as desktop portals name it.
    /// - Returns: the app's status now: `notDetermined` if the person has not decided.
    /// - Throws: `noAgent` if no agent can ask the person, `busy` if the person was asked a moment ago, `restricted` if
    ///   policy does not allow asking.
    public func requestAuthorization(
        for access: AccessLevel, purpose: String? = nil, parentWindow: String? = nil
    ) async throws(PhotoLibraryError) -> AuthorizationStatus {
        let (outcome, results) = try await link.perform { (connection) async throws(PhotoLibraryError) in
            try await connection.request(AuthorizationInterface.requestAccess) { token in
                Arguments(access, AskingOptions(handleToken: token, parentWindow: parentWindow, purpose: purpose))
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
    /// - Returns: the changes, or nil if there are none. Cancelling the task withdraws the question.
    /// - Throws: the errors of `requestAuthorization`, and an error if this app's access is not limited.
    public func editSelection(parentWindow: String? = nil) async throws(PhotoLibraryError) -> SelectionChange? {
        let (outcome, results) = try await link.perform { (connection) async throws(PhotoLibraryError) in
            try await connection.request(AuthorizationInterface.editSelection) { token in
                Arguments(AskingOptions(handleToken: token, parentWindow: parentWindow))
            }
        }
        if outcome == .failed { throw PhotoLibraryError(results.error) }
        guard outcome == .success else { return nil }
        do { return try results.selectionChange() } catch {
            throw PhotoLibraryError(error)
        }
    }

    /// Shows the person this app's page in the settings window, where they can change what the app may do.
    /// `org.filmgate.Authorization1.OpenSettings`.
    ///
    /// Returns as soon as the window is being opened. `statusChanges` then reports the person's changes.
    ///
    /// - Throws: `noAgent` if no agent with a window is registered, `busy` if the window was opened less than a minute
    ///   ago, `restricted` if policy forbids prompts for this app.
    public func openSettings() async throws(PhotoLibraryError) {
        _ = try await link.call(AuthorizationInterface.openSettings, Arguments(NoOptions()))
    }

    /// Returns the status as PhotoKit's older call did, which did not know limited access: `authorized` even if access
    /// is limited.
    ///
    /// For code that was written before limited access and treats an unknown status as a refusal. The broker and all
    /// other calls of this library report `limited`.
    @available(*, deprecated, message: "says 'authorized' for limited access; use authorizationStatus(for: .readWrite)")
    public func authorizationStatus() async throws(PhotoLibraryError) -> AuthorizationStatus {
        let status = try await authorizationStatus(for: .readWrite)
        return status == .limited ? .authorized : status
    }
}
