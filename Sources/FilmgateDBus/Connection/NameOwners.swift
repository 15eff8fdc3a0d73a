/// A name on the bus got another owner.
public struct NameOwnerChange: Hashable, Sendable {
    public let name: BusName
    /// The unique name of who had it, nil where nobody did.
    public let oldOwner: BusName?
    /// The unique name of who has it now, nil where nobody does.
    public let newOwner: BusName?
}

/// Who owns a well-known name, for as long as somebody follows its signals.
struct KnownOwner {
    var owner: BusName?
    var followers = 0
    /// How often the bus told of a change.
    var changes = 0
}

extension Connection {
    /// Calls a body for every change of any name's owner.
    ///
    /// It is called on the loop, at once, in the bus' order with incoming calls: when a call is served, all changes
    /// that the bus sent before it have been told. Returns when the bus has agreed to send them.
    public func watchNames(_ body: @escaping @Sendable (NameOwnerChange) -> Void) async throws {
        nameWatchers.append(body)
        try await addMatch(Bus.nameOwnerChangedRule)
    }

    /// Nil where nobody owns the name.
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

    /// Has `followedOwner` know who owns a well-known name, from when this returns until the connection ends.
    ///
    /// - Throws: as `call` does.
    public func followOwner(of name: BusName) async throws { try await follow(name) }

    /// Who owns a name that is followed, by what the bus told before anything else that is being handled; nil where nobody does.
    ///
    /// A call that the present owner sent comes after the bus has said who that is, so whoever is told by this was or is the owner since
    /// before its call.
    public func followedOwner(of name: BusName) -> BusName? { owners[name]?.owner }

    /// The unique names of all connections to the bus but this one.
    public func otherConnections() async throws -> [BusName] {
        let names = try await call(Bus.listNames, of: Bus.interface, at: Bus.path, on: .bus, Arguments()).values
        return names.compactMap { BusName($0) }.filter { $0.isUnique && $0 != uniqueName }
    }

    func addMatch(_ rule: String) async throws {
        _ = try await call(Bus.addMatch, of: Bus.interface, at: Bus.path, on: .bus, Arguments(rule))
    }

    /// Only the bus itself can send under its name.
    func nameOwnerChanged(_ message: IncomingMessage) {
        guard message.signature == Bus.nameOwnerChanged.signature, case .success(let values) = message.body,
            let (name, oldOwner, newOwner) = try? Arguments<String, String, String>(decoding: values).values,
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
