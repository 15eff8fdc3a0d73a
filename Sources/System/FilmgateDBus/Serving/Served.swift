/// Arguments with the expected signature that are not decoded yet.
public struct UndecodedArguments<Input: ArgumentList>: Sendable {
    private let body: UndecodedBody

    init(_ body: UndecodedBody) { self.body = body }

    /// Decodes the arguments.
    ///
    /// - Throws: `ErrorReply` if the arguments exceed the service's limits; the errors of the argument types.
    public func decoded() throws -> Input { try Input(decoding: body.values()) }
}

struct UndecodedBody: Sendable {
    let signature: String
    let content: Result<[MessageValue], DecodingFailure>
    let exceeded: ErrorReply

    func values() throws(ErrorReply) -> [MessageValue] {
        switch content {
        case .success(let values): values
        case .failure(.overBudget), .failure(.outOfDescriptors): throw exceeded
        }
    }
}

/// A method and its handler.
public struct ServedMethod: Sendable {
    public let name: String
    public let inSignature: String
    public let outSignature: String
    private(set) var handle:
        nonisolated(nonsending) @Sendable (MethodCall, UndecodedBody) async throws -> any ArgumentList
    /// Called on the connection's loop after the handler succeeded; if the caller wants a reply, after it was sent.
    private(set) var followUp: (@Sendable (MethodCall) -> Void)?

    /// - Parameter handle: called on the connection's loop, in a separate task that is cancelled if the caller leaves
    ///   the bus. The `failure` argument of `serve` converts errors that are not `ErrorReplyConvertible`.
    public init<Input, Output>(
        _ method: Method<Input, Output>,
        _ handle:
            nonisolated(nonsending) @escaping @Sendable (MethodCall, UndecodedArguments<Input>) async throws ->
            Output
    ) {
        name = method.name
        inSignature = method.inSignature
        outSignature = method.outSignature
        self.handle = { call, body in try await handle(call, UndecodedArguments(body)) }
    }

    /// Creates a method that answers every call that has the correct signature with `error`.
    ///
    /// - Parameter note: called for each refused call.
    public init(
        refusing name: String, takes: String, gives: String, with error: any ErrorReplyConvertible,
        noting note: @escaping @Sendable (MethodCall) -> Void = { _ in }
    ) {
        self.name = name
        inSignature = takes
        outSignature = gives
        handle = { call, _ in
            note(call)
            throw error
        }
    }

    /// Returns a method that calls `check` before the handler. If `check` throws an error, the handler is not called.
    func checked(
        by check: nonisolated(nonsending) @escaping @Sendable (MethodCall) async throws -> Void
    ) -> ServedMethod {
        var method = self
        let handle = handle
        method.handle = { call, body in
            try await check(call)
            return try await handle(call, body)
        }
        return method
    }

    /// Returns a method that calls `body` after the handler succeeds. Signals of `body` follow the reply, if any.
    public func followed(by body: @escaping @Sendable (MethodCall) -> Void) -> ServedMethod {
        var method = self
        method.followUp = body
        return method
    }
}

/// A read-only property and its handler.
public struct ServedProperty: Sendable {
    public let name: String
    public let signature: String
    let get: nonisolated(nonsending) @Sendable (MethodCall) async throws -> Variant

    /// - Parameter get: returns the value. It is called like the handler of a method. If it throws an error, `Get` and
    ///   `GetAll` fail.
    public init<Value>(
        _ property: Property<Value>,
        _ get: nonisolated(nonsending) @escaping @Sendable (MethodCall) async throws -> Value
    ) {
        name = property.name
        signature = property.signature
        self.get = { call in Variant(try await get(call)) }
    }
}

/// An interface with its members and its introspection data.
public struct ServedInterface: Sendable {
    public let name: InterfaceName
    public let methods: [ServedMethod]
    public let properties: [ServedProperty]
    /// The XML element `<interface>…</interface>` for introspection documents.
    public let introspection: String
    private let methodsByName: [String: ServedMethod]

    /// - Precondition: the names of the methods are different.
    public init(
        _ name: InterfaceName, methods: [ServedMethod], properties: [ServedProperty] = [], introspection: String
    ) {
        self.name = name
        self.methods = methods
        self.properties = properties
        self.introspection = introspection
        methodsByName = Dictionary(uniqueKeysWithValues: methods.map { ($0.name, $0) })
    }

    /// Creates an interface without properties.
    ///
    /// - Parameter check: called before the handler of each method. If `check` throws an error, the handler is not
    ///   called.
    /// - Precondition: the names of the methods are different.
    public init(
        _ name: InterfaceName, methods: [ServedMethod], introspection: String,
        check: nonisolated(nonsending) @escaping @Sendable (MethodCall) async throws -> Void
    ) {
        self.init(name, methods: methods.map { $0.checked(by: check) }, introspection: introspection)
    }

    func method(_ name: String) -> ServedMethod? { methodsByName[name] }

    func property(_ name: String) -> ServedProperty? { properties.first { $0.name == name } }
}
