import FilmgateDBus

/// Says who gets which message on a bus in memory; a value, so that one lock gives all messages one order.
struct MessageRouter {
    struct Member {
        let inbox: MessageInbox
        let credentials: InMemoryBus.Credentials
        /// Nil before `Hello`.
        var uniqueName: BusName?
        /// The well-known names, in the order in which it got them.
        var names: [BusName] = []
        var rules: [MatchRule] = []
    }

    /// A call that has had no reply.
    private struct PendingCall: Hashable {
        let caller: BusName
        let serial: UInt32
    }

    let busID: String
    /// In the order in which they connected.
    private(set) var members: [(id: UInt64, member: Member)] = []
    private var receivers: [PendingCall: UInt64] = [:]
    private var lastMember: UInt64 = 0
    private var lastUniqueName = 0
    private var lastSerial: UInt32 = 0

    init(busID: String) { self.busID = busID }

    // MARK: Coming and going

    mutating func join(_ inbox: MessageInbox, as credentials: InMemoryBus.Credentials) -> UInt64 {
        lastMember += 1
        members.append((lastMember, Member(inbox: inbox, credentials: credentials)))
        return lastMember
    }

    mutating func leave(_ id: UInt64) {
        guard let index = members.firstIndex(where: { $0.id == id }) else { return }
        let member = members.remove(at: index).member
        guard let uniqueName = member.uniqueName else { return }
        for name in member.names.reversed() + [uniqueName] { sendOwner(of: name, from: uniqueName, to: nil) }
        for (call, receiver) in receivers where receiver == id || call.caller == uniqueName {
            receivers[call] = nil
            let gone = ErrorReply.noReply("Message recipient disconnected from message bus without replying")
            sendError(gone, to: CallID(sender: call.caller, serial: call.serial))
        }
    }

    mutating func disconnectAll() {
        for (_, member) in members {
            if let message = BusMessage.disconnected() { member.inbox.append(message) }
        }
        members = []
        receivers = [:]
    }

    /// Gives a new connection its unique name.
    mutating func assignUniqueName(to id: UInt64) throws(ErrorReply) -> BusName {
        guard self[id]?.uniqueName == nil else { throw .failed("Already handled an Hello message") }
        lastUniqueName += 1
        guard let name = BusName(":1.\(lastUniqueName)") else { throw .failed("out of names") }
        self[id]?.uniqueName = name
        sendOwner(of: name, from: nil, to: name)
        return name
    }

    // MARK: Names

    func owner(of name: BusName) -> (id: UInt64, member: Member)? {
        members.first { $0.member.uniqueName == name || $0.member.names.contains(name) }
    }

    /// Gives a name that nobody owns to a connection.
    mutating func assign(_ name: BusName, to id: UInt64) {
        self[id]?.names.append(name)
        sendOwner(of: name, from: nil, to: self[id]?.uniqueName)
    }

    /// Takes a name from the connection that owns it.
    mutating func release(_ name: BusName, from id: UInt64) {
        self[id]?.names.removeAll { $0 == name }
        sendOwner(of: name, from: self[id]?.uniqueName, to: nil)
    }

    subscript(id: UInt64) -> Member? {
        get { members.first { $0.id == id }?.member }
        set {
            guard let index = members.firstIndex(where: { $0.id == id }), let newValue else { return }
            members[index].member = newValue
        }
    }

    private mutating func sendOwner(of name: BusName, from old: BusName?, to new: BusName?) {
        guard
            let signal = try? OutgoingMessage.signal(
                "NameOwnerChanged", of: "org.freedesktop.DBus", at: BusDriver.path),
            (try? signal.append(
                MessageArguments(name.rawValue, old?.rawValue ?? "", new?.rawValue ?? ""), limit: BusDriver.bodyLimit))
                != nil,
            let message = finished(signal)
        else { return }
        broadcast(message, from: [BusName.bus.rawValue])
    }

    // MARK: Messages

    mutating func route(_ message: BusMessage, from id: UInt64) {
        // Whoever has been disconnected sends to nobody.
        guard let kind = message.kind, let member = self[id] else { return }
        if message.destination == .bus {
            if kind == .call { answer(message, from: id) }
            return
        }
        guard let sender = member.uniqueName else { return }
        message.setSender(sender)
        guard let destination = message.destination else {
            return broadcast(message, from: Set([sender.rawValue] + member.names.map(\.rawValue)))
        }
        guard let receiver = owner(of: destination) else {
            guard kind == .call, message.wantsReply else { return }
            let unknown = ErrorReply(
                name: "org.freedesktop.DBus.Error.ServiceUnknown",
                message: "The name \(destination) was not provided by any .service files")
            return sendError(unknown, to: CallID(sender: sender, serial: message.serial))
        }
        switch kind {
        case .call where message.wantsReply:
            receivers[PendingCall(caller: sender, serial: message.serial)] = receiver.id
        case .reply, .error:
            let call = PendingCall(caller: destination, serial: message.replySerial)
            if receivers[call] == id { receivers[call] = nil }
        case .call, .signal: break
        }
        receiver.member.inbox.append(message)
    }

    private func broadcast(_ message: BusMessage, from senders: Set<String>) {
        for (_, member) in members where member.rules.contains(where: { $0.matches(message, from: senders) }) {
            // libdbus notes in a message where its fields are: each receiver has one of its own.
            if let copy = BusMessage(sending: message.raw) { member.inbox.append(copy) }
        }
    }

    private mutating func answer(_ call: BusMessage, from id: UInt64) {
        let result = Result { () throws(ErrorReply) in try BusDriver.answer(call, from: id, on: &self) }
        guard call.wantsReply, let caller = self[id], let name = caller.uniqueName else { return }
        let callID = CallID(sender: name, serial: call.serial)
        switch result {
        case .success(let arguments):
            guard let reply = try? OutgoingMessage.reply(to: callID),
                (try? reply.append(arguments, limit: BusDriver.bodyLimit)) != nil, let message = finished(reply)
            else { return }
            caller.inbox.append(message)
        case .failure(let error): sendError(error, to: callID)
        }
    }

    private mutating func sendError(_ error: ErrorReply, to call: CallID) {
        guard let receiver = owner(of: call.sender), let reply = try? OutgoingMessage.error(error, to: call),
            let message = finished(reply)
        else { return }
        receiver.member.inbox.append(message)
    }

    /// Makes a message of the bus' own ready to be delivered.
    private mutating func finished(_ message: borrowing OutgoingMessage) -> BusMessage? {
        lastSerial += 1
        return BusMessage(fromBus: message.raw, serial: lastSerial)
    }
}
