import FilmgateModel

/// Limits the descriptors that the broker holds for files that clients have open, for all users together.
///
/// These descriptors are at most half of the process's maximum, so that enough remain for connections, databases and
/// workers.
@BrokerActor final class DescriptorBudget {
    private let limit: Int
    private var used: [UInt32: [ClientID: Int]] = [:]

    /// The upper bound of `limit`. With more descriptors, checking which files clients have open would take too long.
    private static var most: Int { 1 << 14 }

    /// - Parameter descriptors: the maximum number of descriptors of the process.
    init(of descriptors: Int) { limit = min(descriptors / 2, Self.most) }

    /// Returns whether a client may have `count` more descriptors. A user's share is half of the descriptors that other
    /// users do not use. A client may use half of the part of this share that the user's other clients do not use.
    fileprivate func allows(_ count: Int, to client: ClientID, of user: UInt32) -> Bool {
        let own = used[user]?[client] ?? 0
        var (users, all) = (0, 0)
        for (holder, clients) in used {
            let sum = clients.values.reduce(0, +)
            all += sum
            if holder == user { users = sum }
        }
        let share = fairShare(of: limit, usedByOthers: all - users)
        return users + count <= share
            && own + count <= fairShare(of: share, usedByOthers: users - own, atLeast: count)
    }

    fileprivate func add(_ count: Int, to client: ClientID, of user: UInt32) {
        let sum = (used[user]?[client] ?? 0) + count
        used[user, default: [:]][client] = sum > 0 ? sum : nil
        if used[user]?.isEmpty == true { used[user] = nil }
    }
}

/// The part of the budget that one user's clients use.
@BrokerActor final class UserDescriptors {
    private struct Holder {
        weak var files: (any DescriptorHolder)?
    }

    private let budget: DescriptorBudget
    private let user: UInt32
    private var holders: [Holder] = []

    init(of user: UInt32, in budget: DescriptorBudget) {
        self.budget = budget
        self.user = user
    }

    func register(_ files: any DescriptorHolder) {
        holders.removeAll { $0.files == nil }
        holders.append(Holder(files: files))
    }

    /// Returns whether a client may get this many more descriptors.
    func allows(_ count: Int, to client: ClientID) -> Bool { budget.allows(count, to: client, of: user) }

    func add(_ count: Int, to client: ClientID) { budget.add(count, to: client, of: user) }

    func remove(_ count: Int, from client: ClientID) { budget.add(-count, to: client, of: user) }

    /// Closes the user's held files that no client has open.
    func dropUnused() {
        for holder in holders { holder.files?.dropUnused() }
    }
}

/// Holds descriptors of files that clients may have open, and can close those that no client has open.
@BrokerActor protocol DescriptorHolder: AnyObject {
    func dropUnused()
}
