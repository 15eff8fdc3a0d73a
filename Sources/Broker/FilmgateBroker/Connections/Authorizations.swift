import FilmgatePolicy

/// The authorizations that the authority (polkit) gave one connection, and its pending checks.
struct Authorizations {
    /// The purpose for which a connection has an authorization.
    enum Purpose: Hashable, Sendable {
        case ownersTool(AuthorizedAction)
        case administering(AdminOperation, UInt32)
    }

    struct PendingCheck: Hashable {
        let use: Purpose
        let allowsInteraction: Bool
    }

    var given: [Purpose: Authorization] = [:]
    var pending: [PendingCheck: Task<AuthorityAnswer, Never>] = [:]

    func isGiven(_ use: Purpose) -> Bool { given[use] != nil }

    func cancelAll() {
        for task in pending.values { task.cancel() }
    }
}
