import FilmgateModel

/// Limits the descriptors that the broker keeps for files that clients have open, for all users together.
///
/// They are at most half of the process's descriptors, so that enough remain for connections, databases and workers.
@BrokerActor final class DescriptorBudget {
    private let limit: Int
    private var used: [UInt32: [ClientID: Int]] = [:]

    /// The limit's maximum, because checking which descriptors are still in use takes time.
    private static var most: Int { 1 << 14 }

    /// - Parameter descriptors: how many descriptors the process can have.
    init(of descriptors: Int) { limit = min(descriptors / 2, Self.most) }

    /// Whether a client may have more descriptors. A user has at most half of what other users leave, and a client at
    /// most half of what the user's other clients leave of the user's part.
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

/// The budget's share for one user's clients.
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

    /// Whether a client can have this many more descriptors.
    func allows(_ count: Int, to client: ClientID) -> Bool { budget.allows(count, to: client, of: user) }

    func add(_ count: Int, to client: ClientID) { budget.add(count, to: client, of: user) }

    func remove(_ count: Int, from client: ClientID) { budget.add(-count, to: client, of: user) }

    /// Closes all files that no client has open any more.
    func dropUnused() {
        for holder in holders { holder.files?.dropUnused() }
    }
}

/// Holds descriptors of files that clients have open, and can close unused ones.
@BrokerActor protocol DescriptorHolder: AnyObject {
    func dropUnused()
}
