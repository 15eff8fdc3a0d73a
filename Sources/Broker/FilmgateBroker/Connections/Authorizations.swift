import FilmgatePolicy

/// The authorizations of one connection, and the checks in progress for it.
struct Authorizations {
    /// The use that an authorization is for.
    enum Use: Hashable, Sendable {
        case ownersTool(AuthorizedAction)
        case administering(AdminOperation, UInt32)
    }

    struct PendingCheck: Hashable {
        let use: Use
        let allowsInteraction: Bool
    }

    var given: [Use: Authorization] = [:]
    var pending: [PendingCheck: Task<AuthorityAnswer, Never>] = [:]

    func isGiven(_ use: Use) -> Bool { given[use] != nil }

    func cancelAll() {
        for task in pending.values { task.cancel() }
    }
}
