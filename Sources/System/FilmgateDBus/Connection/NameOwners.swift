/// A change of the owner of a bus name.
public struct NameOwnerChange: Hashable, Sendable {
    public let name: BusName
    /// The unique name of the previous owner; nil if there was none.
    public let oldOwner: BusName?
    /// The unique name of the new owner; nil if there is none.
    public let newOwner: BusName?
}

/// The owner of a well-known name, tracked until each call of `follow` is matched by one of `unfollow`.
struct TrackedNameOwner {
    var owner: BusName?
    var followers = 0
    /// The number of changes of the owner that the bus has reported.
    var changes = 0
}

extension Connection {
    /// Calls `body` for every change of the owner of any bus name.
    ///
    /// Calls `body` on the loop, in the order of the bus: before a call is served, `body` has been called for all
    /// earlier changes. Returns when the bus has begun to report changes.
    public func watchNames(_ body: @escaping @Sendable (NameOwnerChange) -> Void) async throws {
        nameWatchers.append(body)
        try await addMatch(BusInterface.nameOwnerChangedRule)
    }

    /// Returns the unique name of the owner of a bus name; nil if there is no owner.
    public func owner(of name: BusName) async throws -> BusName? {
        do {
            let owner = try await call(
                BusInterface.getNameOwner, of: BusInterface.interface, at: BusInterface.path, on: .bus,
                MessageArguments(name.rawValue)
            ).values
            return BusName(owner)
        } catch let error as ErrorReply where error.name == "org.freedesktop.DBus.Error.NameHasNoOwner" {
            return nil
        }
    }

    /// Keeps `followedOwner` of a well-known name up to date until the connection ends.
    public func followOwner(of name: BusName) async throws { try await follow(name) }

    /// Returns the owner of a followed name at the time of the message that is being processed; nil if there is no
    /// owner.
    ///
    /// The bus reports a new owner before it delivers calls from that owner.
    public func followedOwner(of name: BusName) -> BusName? { owners[name]?.owner }

    /// Returns the unique names of all connections to the bus except this one.
    public func otherConnections() async throws -> [BusName] {
        let names = try await call(
            BusInterface.listNames, of: BusInterface.interface, at: BusInterface.path, on: .bus, MessageArguments()
        ).values
        return names.compactMap { BusName($0) }.filter { $0.isUnique && $0 != uniqueName }
    }

    func addMatch(_ rule: String) async throws {
        _ = try await call(
            BusInterface.addMatch, of: BusInterface.interface, at: BusInterface.path, on: .bus, MessageArguments(rule))
    }

    /// Processes a signal of the bus. No other connection can send messages with the bus's name as sender.
    func nameOwnerChanged(_ message: IncomingMessage) {
        guard let (name, oldOwner, newOwner) = message.arguments(of: BusInterface.nameOwnerChanged)?.values,
            let name = BusName(name)
        else { return }
        let change = NameOwnerChange(name: name, oldOwner: BusName(oldOwner), newOwner: BusName(newOwner))
        owners[name]?.owner = change.newOwner
        owners[name]?.changes += 1
        if let owner = change.newOwner, owners[name] != nil { addReceiver(owner, of: name) }
        for watcher in nameWatchers { watcher(change) }
        if name.isUnique, change.newOwner == nil { abandonCalls(of: name) }
    }
}
