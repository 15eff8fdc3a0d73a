import FilmgateDBus
import Foundation

/// The methods of a bus in memory itself, `org.freedesktop.DBus`.
enum BusDriver {
    static let path: ObjectPath = "/org/freedesktop/DBus"
    static let bodyLimit = 1 << 20

    static func answer(
        _ call: BusMessage, from id: UInt64, on router: inout MessageRouter
    ) throws(ErrorReply) -> any ArgumentList {
        switch call.member {
        case "Hello": return MessageArguments(try router.assignUniqueName(to: id).rawValue)
        case "GetId": return MessageArguments(router.busID)
        case "ListNames": return MessageArguments(names(on: router))
        case "RequestName": return MessageArguments(try requestName(call, from: id, on: &router))
        case "ReleaseName": return MessageArguments(try releaseName(call, from: id, on: &router))
        case "NameHasOwner":
            let name = try name(in: call)
            return MessageArguments(name == .bus || router.owner(of: name) != nil)
        case "GetNameOwner":
            let name = try name(in: call)
            return MessageArguments(name == .bus ? name.rawValue : try uniqueName(of: name, on: router))
        case "AddMatch":
            router[id]?.rules.append(try MatchRule(try call.arguments(String.self)))
            return MessageArguments()
        case "RemoveMatch":
            try removeMatch(MatchRule(try call.arguments(String.self)), of: id, on: &router)
            return MessageArguments()
        case "GetConnectionCredentials": return MessageArguments(try credentials(named: call, on: router).options)
        case "GetConnectionUnixUser": return MessageArguments(try known(credentials(named: call, on: router).user))
        case "GetConnectionUnixProcessID":
            return MessageArguments(try known(credentials(named: call, on: router).process))
        case "GetConnectionStats":
            _ = try uniqueName(of: name(in: call), on: router)
            return MessageArguments(nothingWaits)
        default: throw .unknownMethod("org.freedesktop.DBus does not understand message \(call.member ?? "")")
        }
    }

    /// As if every connection had taken in what was sent to it.
    private static let nothingWaits: Options = [
        "IncomingBytes": Variant(UInt32(0)), "IncomingFDs": Variant(UInt32(0)), "OutgoingBytes": Variant(UInt32(0)),
        "OutgoingFDs": Variant(UInt32(0)),
    ]

    // MARK: Names

    private static func names(on router: MessageRouter) -> [String] {
        let unique = router.members.compactMap(\.member.uniqueName)
        let wellKnown = router.members.flatMap(\.member.names)
        return ([.bus] + wellKnown + unique).map(\.rawValue)
    }

    /// No connection waits in line for a name: each asks with the flag for that.
    private static func requestName(
        _ call: BusMessage, from id: UInt64, on router: inout MessageRouter
    ) throws(ErrorReply) -> UInt32 {
        let (text, _) = try call.arguments(String.self, UInt32.self)
        let name = try wellKnown(text)
        let (becameOwner, exists, isOwner): (UInt32, UInt32, UInt32) = (1, 3, 4)
        if let owner = router.owner(of: name) { return owner.id == id ? isOwner : exists }
        router.assign(name, to: id)
        return becameOwner
    }

    private static func releaseName(
        _ call: BusMessage, from id: UInt64, on router: inout MessageRouter
    ) throws(ErrorReply) -> UInt32 {
        let name = try wellKnown(try call.arguments(String.self))
        let (released, isUnknown, isOthers): (UInt32, UInt32, UInt32) = (1, 2, 3)
        guard let owner = router.owner(of: name) else { return isUnknown }
        guard owner.id == id else { return isOthers }
        router.release(name, from: id)
        return released
    }

    private static func wellKnown(_ text: String) throws(ErrorReply) -> BusName {
        guard let name = BusName(text), !name.isUnique, name != .bus else {
            throw .invalidArgs("Cannot acquire a service named '\(text)'")
        }
        return name
    }

    private static func name(in call: BusMessage) throws(ErrorReply) -> BusName {
        let text = try call.arguments(String.self)
        guard let name = BusName(text) else { throw .invalidArgs("'\(text)' is no bus name") }
        return name
    }

    private static func uniqueName(of name: BusName, on router: MessageRouter) throws(ErrorReply) -> String {
        try owner(of: name, on: router).uniqueName?.rawValue ?? ""
    }

    private static func owner(
        of name: BusName, on router: MessageRouter
    ) throws(ErrorReply) -> MessageRouter.Member {
        guard let owner = router.owner(of: name) else {
            throw ErrorReply(
                name: "org.freedesktop.DBus.Error.NameHasNoOwner", message: "Name \"\(name)\" does not exist")
        }
        return owner.member
    }

    // MARK: Match rules

    private static func removeMatch(
        _ rule: MatchRule, of id: UInt64, on router: inout MessageRouter
    ) throws(ErrorReply) {
        guard let index = router[id]?.rules.lastIndex(of: rule) else {
            throw ErrorReply(
                name: "org.freedesktop.DBus.Error.MatchRuleNotFound", message: "The given match rule wasn't found")
        }
        router[id]?.rules.remove(at: index)
    }

    // MARK: Credentials

    private static func credentials(
        named call: BusMessage, on router: MessageRouter
    ) throws(ErrorReply) -> InMemoryBus.Credentials {
        let name = try name(in: call)
        return name == .bus ? .ofThisProcess : try owner(of: name, on: router).credentials
    }

    private static func known(_ value: UInt32?) throws(ErrorReply) -> UInt32 {
        guard let value else { throw .failed("Could not determine it") }
        return value
    }
}

extension InMemoryBus.Credentials {
    /// As `GetConnectionCredentials` gives them.
    fileprivate var options: Options {
        var options: Options = [:]
        if let user { options["UnixUserID"] = Variant(user) }
        if let process { options["ProcessID"] = Variant(process) }
        if let processDescriptor { options["ProcessFD"] = Variant(processDescriptor) }
        if let securityLabel { options["LinuxSecurityLabel"] = Variant(Array(securityLabel.utf8) + [0]) }
        return options
    }
}
