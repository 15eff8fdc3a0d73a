internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateWire

/// What a method that was allowed is in the audit log; nil: nothing, for it is there already.
typealias AuditNote<In, Out> = @Sendable (In, Out) -> AuditSubject?

extension Gate {
    /// A method that needs permission: its row says which, and its arguments are decoded once that was had.
    ///
    /// What becomes of it is in the audit log, under the method's name; of what everybody may ask that is done elsewhere.
    /// - Parameters:
    ///   - subject: what it gave; as a rule, what its arguments name.
    ///   - refusals: whether the log tells of refusals, of a method that everybody may call.
    func handler<In, Out>(
        _ row: ContractMethod<In, Out>,
        noting subject: @escaping AuditNote<In, Out> = { arguments, _ in AuditSubject(of: arguments) },
        refusals: Bool = false,
        _ serve: @escaping @BrokerActor @Sendable (MethodCall, Admission, In) async throws -> Out
    ) -> ServedMethod {
        guard case .operation(let operation) = row.requires else {
            preconditionFailure("\(row.method.name) needs no operation")
        }
        let isForAll = operation == .askForAccess
        if isForAll, !refusals {
            return ServedMethod(isolated: row.method) { call, arguments in
                try await serve(call, admit(call, to: operation), arguments.decoded())
            }
        }
        let name = AuditEntry.Operation(member: row.method.name)
        return ServedMethod(isolated: row.method) { call, arguments in
            var client: Client?
            do {
                let admission = try await admit(call, to: operation)
                client = admission.client
                let input = try arguments.decoded()
                let output =
                    if operation == .readAssets || operation == .observe {
                        try await readings.run(for: admission.client.id) { try await serve(call, admission, input) }
                    } else {
                        try await serve(call, admission, input)
                    }
                if !isForAll, let subject = subject(input, output) {
                    audit.note(name, .allowed, subject, by: client)
                }
                return output
            } catch {
                await noteRefusal(error, of: name, call, by: client, Self.subject(of: arguments))
                throw error
            }
        }
    }

    /// A method for programs that may be agents. That one may not be is in the audit log.
    func handler<In, Out>(
        agentPermit row: ContractMethod<In, Out>,
        _ serve: @escaping @BrokerActor @Sendable (AgentPermit, ClientConnection, In) async throws -> Out
    ) -> ServedMethod {
        guard case .agentPermit = row.requires else { preconditionFailure("\(row.method.name) is not for agents") }
        return ServedMethod(isolated: row.method) { call, arguments in
            let permit: AgentPermit
            let connection: ClientConnection
            do {
                (permit, connection) = try await agentPermit(of: call)
            } catch {
                let name = AuditEntry.Operation(member: row.method.name)
                await noteRefusal(error, of: name, call, by: nil, AuditSubject())
                throw error
            }
            return try await serve(permit, connection, arguments.decoded())
        }
    }

    private static func subject(of arguments: UndecodedArguments<some ArgumentList>) -> AuditSubject {
        (try? arguments.decoded()).map { AuditSubject(of: $0) } ?? AuditSubject()
    }
}

extension ServedInterface {
    /// An interface of the root object, which says its version.
    init<Contract: ContractInterface>(root contract: Contract.Type, _ methods: [ServedMethod]) {
        self.init(
            contract.name, methods: methods, properties: [ServedProperty(Wire.versionProperty) { _ in Wire.version }],
            introspection: contract.introspection)
    }
}

extension ServedMethod {
    /// A method that the broker's isolated code answers.
    init<Input, Output>(
        isolated method: Method<Input, Output>,
        _ handle: @escaping @BrokerActor @Sendable (MethodCall, UndecodedArguments<Input>) async throws -> Output
    ) {
        self.init(method) { call, arguments in try await handle(call, arguments) }
    }
}
