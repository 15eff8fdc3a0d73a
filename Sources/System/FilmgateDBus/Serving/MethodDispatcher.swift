/// A dispatcher of calls to their handlers. This is a class, because every call holds a reference to it.
final class MethodDispatcher: Sendable {
    let tree: any ObjectTree
    let limits: ServiceLimits
    /// Returns the quota group of a connection: the connections that share limits with it.
    let quotaGroup: @Sendable (BusName) -> String
    /// Converts an error that is not `ErrorReplyConvertible`.
    let describe: @Sendable (any Error, MethodCall) -> ErrorReply

    init(
        tree: any ObjectTree, limits: ServiceLimits, quotaGroup: @escaping @Sendable (BusName) -> String,
        describe: @escaping @Sendable (any Error, MethodCall) -> ErrorReply
    ) {
        self.tree = tree
        self.limits = limits
        self.quotaGroup = quotaGroup
        self.describe = describe
    }

    /// The dispatcher of a connection without objects, which implements only the peer interface.
    static let none = MethodDispatcher(
        tree: NoObjects(), limits: ServiceLimits(), quotaGroup: { $0.rawValue },
        describe: { _, _ in .failed("nothing is served here") })

    /// The values to reply with, and a closure to call after the reply, or at once if the caller wants no reply.
    struct MethodOutcome {
        let output: any ArgumentList
        let followUp: (@Sendable (MethodCall) -> Void)?
    }

    nonisolated(nonsending) func answer(_ call: MethodCall, _ message: IncomingMessage) async throws -> MethodOutcome {
        let method = try await method(for: call)
        guard message.signature == method.inSignature else {
            throw ErrorReply.invalidArgs(
                "\(call.member) takes the arguments (\(method.inSignature)), not (\(message.signature))")
        }
        let output = try await method.handle(
            call,
            UndecodedBody(signature: message.signature, content: message.body, exceeded: limits.argumentsExceeded))
        return MethodOutcome(output: output, followUp: method.followUp)
    }

    func errorReply(for error: any Error, _ call: MethodCall) -> ErrorReply {
        switch error {
        case let error as any ErrorReplyConvertible: error.errorReply
        case EncodingFailure.tooLarge: limits.replyExceeded
        default: describe(error, call)
        }
    }

    /// Returns the called method. If the call has no interface, returns the first method with the member's name.
    private nonisolated(nonsending) func method(for call: MethodCall) async throws(ErrorReply) -> ServedMethod {
        let served = await tree.interfaces(at: call.path, for: call.sender)
        if let method = find(call, in: served ?? []) { return method }
        var interfaces = [StandardInterfaces.peer]
        if let served {
            interfaces += [StandardInterfaces.introspectable(tree, served), StandardInterfaces.properties(served)]
        } else if await !tree.children(of: call.path, for: call.sender).isEmpty {
            interfaces.append(StandardInterfaces.introspectable(tree, nil))
        }
        if let method = find(call, in: interfaces) { return method }
        guard let served else { throw .unknownObject("there is no object at \(call.path)") }
        guard let name = call.interface, !(served + interfaces).contains(where: { $0.name == name }) else {
            throw .unknownMethod("there is no method \(call.member) here")
        }
        throw .unknownInterface("the object at \(call.path) has no interface \(name)")
    }

    private func find(_ call: MethodCall, in interfaces: [ServedInterface]) -> ServedMethod? {
        for interface in interfaces where call.interface == nil || interface.name == call.interface {
            if let method = interface.method(call.member) { return method }
        }
        return nil
    }
}

private struct NoObjects: ObjectTree {
    func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? { nil }

    func children(of path: ObjectPath, for sender: BusName) async -> [String] { [] }
}
