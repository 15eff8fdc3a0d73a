internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateWire

/// Asks the authority for leave, and knows which connections have it for as long as they last; on the event loop.
///
/// What an administrator decides is asked about each time. What they read, and what the owner's own tools do with their user's
/// library, is asked about once for each connection and kind, however many calls wait for it.
actor LeaveDesk {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private let authority: any Authority
    private var given: [BusName: [Use: Leave]] = [:]
    private var underWay: [Inquest: Task<AuthorityAnswer, Never>] = [:]

    private struct Inquest: Hashable {
        let name: BusName
        let use: Use
        let mayAsk: Bool
    }

    /// What leave lasts for.
    enum Use: Hashable, Sendable {
        case ownersTool(AuthorizedAction)
        case administering(Deed, UInt32)
    }

    init(_ authority: any Authority, loop: EventLoop) {
        self.authority = authority
        self.loop = loop
    }

    /// Leave for one act. Whoever leaves meanwhile asks no longer.
    ///
    /// - Throws: `notAuthorizedBecause`, `InteractiveAuthorizationRequired`; `CancellationError` for a caller that has left.
    func leave(_ question: LeaveQuestion) async throws -> Leave {
        let answer = await authority.answer(to: question)
        try Task.checkCancellation()
        return try Self.leave(for: question, given: answer)
    }

    /// Leave for all that a connection does of a kind.
    ///
    /// - Throws: as `leave` does.
    func lastingLeave(_ question: LeaveQuestion, for use: Use) async throws -> Leave {
        let name = question.subject
        if let leave = given[name]?[use] { return leave }
        let inquest = Inquest(name: name, use: use, mayAsk: question.mayAsk)
        let task = underWay[inquest] ?? Task { [authority] in await authority.answer(to: question) }
        underWay[inquest] = task
        let answer = await task.value
        // Of several who waited one may have asked anew, and another may have asked meanwhile.
        if underWay[inquest] == task { underWay[inquest] = nil }
        // Nothing is kept of a caller that has left meanwhile.
        try Task.checkCancellation()
        let leave = try Self.leave(for: question, given: answer)
        given[name, default: [:]][use] = leave
        return leave
    }

    /// Whether a connection has leave for all that it does of a kind.
    func isGiven(_ use: Use, to name: BusName) -> Bool { given[name]?[use] != nil }

    func departed(_ name: BusName) {
        given[name] = nil
        for (inquest, task) in underWay where inquest.name == name { task.cancel() }
    }

    private static func leave(for question: LeaveQuestion, given answer: AuthorityAnswer) throws -> Leave {
        let action = question.action
        if let leave = Leave(for: action, given: answer) { return leave }
        switch answer {
        case .needsPerson where question.mayAsk:
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
