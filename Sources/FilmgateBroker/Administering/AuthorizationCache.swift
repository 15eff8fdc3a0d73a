internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateWire

/// Asks the authority for leave, and knows which connections have it for as long as they last; on the event loop.
///
/// What an administrator decides is asked about each time. What they read, and what the owner's own tools do with their user's
/// library, is asked about once for each connection and kind, however many calls wait for it.
actor AuthorizationCache {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private let authority: any Authority
    private var given: [BusName: [Use: Authorization]] = [:]
    private var underWay: [PendingCheck: Task<AuthorityAnswer, Never>] = [:]

    private struct PendingCheck: Hashable {
        let name: BusName
        let use: Use
        let allowsInteraction: Bool
    }

    /// What leave lasts for.
    enum Use: Hashable, Sendable {
        case ownersTool(AuthorizedAction)
        case administering(AdminOperation, UInt32)
    }

    init(_ authority: any Authority, loop: EventLoop) {
        self.authority = authority
        self.loop = loop
    }

    /// Authorization for one act. Whoever leaves meanwhile asks no longer.
    ///
    /// - Throws: `notAuthorizedBecause`, `InteractiveAuthorizationRequired`; `CancellationError` for a caller that has left.
    func authorization(_ question: AuthorizationRequest) async throws -> Authorization {
        let answer = await authority.answer(to: question)
        try Task.checkCancellation()
        return try Self.authorization(for: question, given: answer)
    }

    /// Authorization for all that a connection does of a kind.
    ///
    /// - Throws: as `authorization` does.
    func lastingAuthorization(_ question: AuthorizationRequest, for use: Use) async throws -> Authorization {
        let name = question.subject
        if let authorization = given[name]?[use] { return authorization }
        let check = PendingCheck(name: name, use: use, allowsInteraction: question.allowsInteraction)
        let task = underWay[check] ?? Task { [authority] in await authority.answer(to: question) }
        underWay[check] = task
        let answer = await task.value
        // Of several who waited one may have asked anew, and another may have asked meanwhile.
        if underWay[check] == task { underWay[check] = nil }
        // Nothing is kept of a caller that has left meanwhile.
        try Task.checkCancellation()
        let authorization = try Self.authorization(for: question, given: answer)
        given[name, default: [:]][use] = authorization
        return authorization
    }

    /// Whether a connection has leave for all that it does of a kind.
    func isGiven(_ use: Use, to name: BusName) -> Bool { given[name]?[use] != nil }

    func departed(_ name: BusName) {
        given[name] = nil
        for (check, task) in underWay where check.name == name { task.cancel() }
    }

    private static func authorization(for question: AuthorizationRequest, given answer: AuthorityAnswer) throws
        -> Authorization
    {
        let action = question.action
        if let authorization = Authorization(for: action, given: answer) { return authorization }
        switch answer {
        case .needsPerson where question.allowsInteraction:
            throw WireError.notAuthorizedBecause(
                "Nobody said who they are, as this takes (\(action.rawValue)); there may be no agent of polkit in this session."
            )
        case .needsPerson:
            throw ErrorReply.interactiveAuthorizationRequired(
                "Somebody must say who they are for this (\(action.rawValue)): send it with the flag that allows interactive "
                    + "authorization.")
        case .unavailable(let reason):
            Journal.write(.error, "\(action.rawValue) could not be asked about: \(reason)")
            throw WireError.notAuthorizedBecause(
                "Nobody could be asked whether this is allowed (\(action.rawValue)): polkit does not answer; see the journal."
            )
        case .yes, .no:
            throw WireError.notAuthorizedBecause("This computer's rules do not allow it (\(action.rawValue)).")
        }
    }
}
