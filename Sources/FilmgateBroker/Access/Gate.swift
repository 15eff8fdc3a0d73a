internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgatePolicy
internal import FilmgateWire

/// Who calls and what policy says to it; the only caller of `decide`.
///
/// Everything it asks lives on the event loop, so that admitting a call costs no change of thread.
struct Gate: Sendable {
    let peers: PeerRegistry
    let ledger: GrantLedger
    /// The user whose library this is.
    let owner: UInt32

    /// - Throws: `accessDenied` for a caller that could not be identified and for other users' programs.
    func client(of call: MethodCall) async throws -> Client {
        guard case .client(let client) = await peers.identify(call.sender), client.user == owner else {
            throw WireError.accessDenied
        }
        return client
    }

    /// Admits a call, or a whole batch: each of its operations must be allowed.
    ///
    /// - Throws: what policy refuses with.
    func admit(_ call: MethodCall, to operations: Operation...) async throws -> Admission {
        try await admit(call, toAll: operations)
    }

    func admit(_ call: MethodCall, toAll operations: [Operation]) async throws -> Admission {
        let client = try await client(of: call)
        let grant = await ledger.grant(of: client.id, calling: call.sender)
        let admission = try Admission(client, under: grant, to: operations)
        if operations != [.askForAccess] { await ledger.noteUse(by: client) }
        return admission
    }

    /// - Throws: `notAuthorized` for whoever does not administer this library.
    func administer(_ call: MethodCall) async throws -> Administration {
        let client = try await client(of: call)
        guard let administration = administration(by: client, ofLibraryOf: owner) else { throw WireError.notAuthorized }
        return administration
    }
}

/// A call that policy lets through.
struct Admission: Sendable {
    let client: Client
    let grant: Grant
    let visibility: Visibility
    /// Who what it adds is recorded under.
    let author: Author
    /// Whether the person must confirm it first.
    let mustConfirm: Bool

    /// - Parameter operations: at least one; where there are several, an error names the index of the one refused.
    fileprivate init(_ client: Client, under grant: Grant, to operations: [Operation]) throws {
        var visibility: Visibility?
        var mustConfirm = false
        for (index, operation) in operations.enumerated() {
            switch decide(on: operation, by: client, given: grant) {
            case .allow(let seen): visibility = seen
            case .confirm(let seen):
                visibility = seen
                mustConfirm = true
            case .refuse(let refusal):
                throw operations.count == 1 ? WireError(refusal) : WireError.inChange(index, WireError(refusal))
            }
        }
        guard let visibility else { throw WireError.accessDenied }
        self.client = client
        self.grant = grant
        self.visibility = visibility
        self.mustConfirm = mustConfirm
        author = FilmgatePolicy.author(for: client, under: grant)
    }
}
