/// A change of a name's owner on the bus.
public struct NameOwnerChange: Hashable, Sendable {
    public let name: BusName
    /// The unique name of the owner before; nil if no connection owned it.
    public let oldOwner: BusName?
    /// The unique name of the owner now; nil if no connection owns it.
    public let newOwner: BusName?
}

/// The owner of a well-known name, stored as long as the name has followers.
struct KnownOwner {
    var owner: BusName?
    var followers = 0
    /// The number of changes that the bus has reported.
    var changes = 0
}

extension Connection {
    /// Calls a closure for every change of any name's owner.
    ///
    /// The closure is called on the loop, in the order of the bus: when a call is served, the closure has been called
    /// for all changes before it. Returns when the bus has begun to send changes.
    public func watchNames(_ body: @escaping @Sendable (NameOwnerChange) -> Void) async throws {
        nameWatchers.append(body)
        try await addMatch(Bus.nameOwnerChangedRule)
    }

    /// Returns the unique name of a name's owner; nil if no connection owns the name.
    public func owner(of name: BusName) async throws -> BusName? {
        do {
            let owner = try await call(
                Bus.getNameOwner, of: Bus.interface, at: Bus.path, on: .bus, Arguments(name.rawValue)
            ).values
            return BusName(owner)
        } catch let error as ErrorReply where error.name == "org.freedesktop.DBus.Error.NameHasNoOwner" {
            return nil
        }
    }

    /// Keeps `followedOwner` of a well-known name up to date, until the connection ends.
    ///
    /// - Throws: the errors of `call`.
    public func followOwner(of name: BusName) async throws { try await follow(name) }

    /// Returns the owner of a followed name, as of the message that is being handled; nil if no connection owns the
    /// name.
    ///
    /// The bus reports a new owner before it delivers that owner's calls.
    public func followedOwner(of name: BusName) -> BusName? { owners[name]?.owner }

    /// Returns the unique names of all connections to the bus except this one.
    public func otherConnections() async throws -> [BusName] {
        let names = try await call(Bus.listNames, of: Bus.interface, at: Bus.path, on: .bus, Arguments()).values
        return names.compactMap { BusName($0) }.filter { $0.isUnique && $0 != uniqueName }
    }

    func addMatch(_ rule: String) async throws {
        _ = try await call(Bus.addMatch, of: Bus.interface, at: Bus.path, on: .bus, Arguments(rule))
    }

    /// Handles the bus's signal. Only the bus itself can send with its name as the sender.
    func nameOwnerChanged(_ message: IncomingMessage) {
        guard let (name, oldOwner, newOwner) = message.arguments(of: Bus.nameOwnerChanged)?.values,
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
