import FilmgateModel

/// The descriptors that the broker keeps of files that clients have open, for all users together.
///
/// They are a half of the process's own at most, so that connections, databases and workers have theirs whatever clients hold.
@BrokerActor final class DescriptorBudget {
    private let limit: Int
    private var used: [UInt32: [ClientID: Int]] = [:]

    /// It takes time to find out which of them are still in use.
    private static var most: Int { 1 << 14 }

    /// - Parameter descriptors: how many the process can have.
    init(of descriptors: Int) { limit = min(descriptors / 2, Self.most) }

    /// A user has at most half of what other users leave, and a client half of what the user's other clients leave of that.
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

/// The part of one user's clients in the budget.
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

    /// Whether a client can have so many more.
    func allows(_ count: Int, to client: ClientID) -> Bool { budget.allows(count, to: client, of: user) }

    func add(_ count: Int, to client: ClientID) { budget.add(count, to: client, of: user) }

    func remove(_ count: Int, from client: ClientID) { budget.add(-count, to: client, of: user) }

    /// Closes the files of all kinds that no client has open any more.
    func dropUnused() {
        for holder in holders { holder.files?.dropUnused() }
    }
}

/// Files for which descriptors of the broker are open.
@BrokerActor protocol DescriptorHolder: AnyObject {
    func dropUnused()
}
