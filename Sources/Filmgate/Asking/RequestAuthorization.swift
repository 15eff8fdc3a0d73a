internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateWire

extension PhotoLibrary {
    /// Asks the person for access if it is undetermined; otherwise returns the current status.
    /// `org.filmgate.Authorization1.RequestAccess`.
    ///
    /// Takes as long as the person takes. Cancelling the task withdraws the question and returns the current status.
    ///
    /// - Parameters:
    ///   - access: what is asked for.
    ///   - purpose: why, in the app's own words, shown to the person as such; at most 256 characters of it.
    ///   - parentWindow: the app's window, as desktop portals name it.
    /// - Returns: what the app is allowed now: `notDetermined` where the person has not decided.
    /// - Throws: `noAgent` where nobody can be asked, `busy` where they were asked only just now, `restricted` where policy
    ///   lets nobody be asked.
    public func requestAuthorization(
        for access: AccessLevel, purpose: String? = nil, parentWindow: String? = nil
    ) async throws(PhotoLibraryError) -> AuthorizationStatus {
        let response = try await link.perform { (connection) async throws(PhotoLibraryError) in
            try await connection.request(AuthorizationInterface.requestAccess, of: AuthorizationInterface.name) {
                token in
                Arguments(
                    access, AskingOptions(handleToken: token, parentWindow: parentWindow, purpose: purpose))
            }
        }
        if let failure = response.failure { throw failure }
        let name = response.results["status"]?.value(as: String.self) ?? ""
        guard let status = AuthorizationStatus(rawValue: name) else {
            throw .invalidReply("The broker answered with the unknown status '\(quotable(name))'.")
        }
        return status
    }

    /// Lets the person change which photos this app sees: the limited library's picker, after PhotoKit's
    /// `presentLimitedLibraryPicker`. `org.filmgate.Authorization1.EditSelection`.
    ///
    /// - Returns: what they changed; nil where they left it as it is. Cancelling the task takes the question back.
    /// - Throws: as `requestAuthorization` does, and where this app's access is not limited.
    public func editSelection(parentWindow: String? = nil) async throws(PhotoLibraryError) -> SelectionChange? {
        let response = try await link.perform { (connection) async throws(PhotoLibraryError) in
            try await connection.request(AuthorizationInterface.editSelection, of: AuthorizationInterface.name) {
                token in
                Arguments(AskingOptions(handleToken: token, parentWindow: parentWindow))
            }
        }
        if let failure = response.failure { throw failure }
        guard response.outcome == .success else { return nil }
        let results = response.results
        do {
            return SelectionChange(
                added: try IdentifierList.ids(under: "added", in: results),
                removed: try IdentifierList.ids(under: "removed", in: results),
                kept: Int(results["kept"]?.value(as: UInt32.self) ?? 0))
        } catch {
            throw PhotoLibraryError(error)
        }
    }

    /// What PhotoKit's status call from before limited access answers: `authorized` also where access is limited.
    ///
    /// For code that was written before apps could be given a part of the photos, and takes every status that it does not
    /// know for a refusal. Nothing but this call says so: the broker and all else of this library tell of `limited`.
    @available(*, deprecated, message: "says 'authorized' for limited access; use authorizationStatus(for: .readWrite)")
    public func authorizationStatus() async throws(PhotoLibraryError) -> AuthorizationStatus {
        let status = try await authorizationStatus(for: .readWrite)
        return status == .limited ? .authorized : status
    }
}

/// What a person changed of the photos that an app with limited access sees.
public struct SelectionChange: Hashable, Sendable {
    public let added: [AssetID]
    public let removed: [AssetID]
    /// How many stayed.
    public let kept: Int

    init(added: [AssetID], removed: [AssetID], kept: Int) {
        self.added = added
        self.removed = removed
        self.kept = kept
    }
}
