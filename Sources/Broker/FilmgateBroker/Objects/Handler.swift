import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateWire

extension ServedMethod {
    /// Creates the handler of a method of the D-Bus contract, which admits, serves and audits calls.
    ///
    /// - Parameters:
    ///   - log: the log that records the call, unless `admit` sets a different one.
    ///   - admit: checks the method's requirements, then decodes the arguments, and fills in the record.
    ///   - serve: carries out the call, with the result of `admit`.
    @BrokerActor init<In, Out, Context: Sendable>(
        _ row: ContractMethod<In, Out>, _ log: CallLog,
        admit:
            @escaping @BrokerActor @Sendable (MethodCall, UndecodedArguments<In>, inout CallRecord) async throws ->
            (Context, In),
        serve: @escaping @BrokerActor @Sendable (MethodCall, Context, In) async throws -> Out
    ) {
        let operation = AuditEntry.Operation(member: row.method.name)
        let handle: @BrokerActor @Sendable (MethodCall, UndecodedArguments<In>) async throws -> Out = {
            call, arguments in
            var record = CallRecord(log: log)
            var decoded: In?
            do {
                let (context, input) = try await admit(call, arguments, &record)
                decoded = input
                let output = try await serve(call, context, input)
                if row.audit.recordsOwner || !record.isByOwner, let subject = row.audit.allowed(input, output) {
                    record.log.allow(operation, subject, by: record.client)
                }
                record.end()
                return output
            } catch {
                if row.audit.recordsRefusals {
                    // If decoding fails, the audit entry has no subject. The call is refused anyway.
                    let subject = (decoded ?? (try? arguments.decoded())).map(row.audit.subject) ?? AuditSubject()
                    await record.log.refuse(error, operation, call, subject, by: record.client)
                }
                record.end()
                throw error
            }
        }
        self.init(row.method) { call, arguments in try await handle(call, arguments) }
    }

    /// Returns a copy of this method that begins the prepared request after the reply has been sent.
    @BrokerActor func followed(by requests: RequestRegistry) -> ServedMethod {
        followed { call in BrokerActor.assumeIsolated { requests.begin(call) } }
    }
}

/// The facts about a call in progress that are needed to record it in the audit log and to end it.
@BrokerActor struct CallRecord {
    var log: CallLog
    /// The caller; nil until it is identified.
    var client: Client?
    /// Whether the owner administers their own library with one of the owner's tools.
    var isByOwner = false
    /// Releases the library that the call keeps open.
    var end: @BrokerActor () -> Void = {}
}

/// The log that records the calls of a method.
@BrokerActor enum CallLog {
    /// The audit log of a library.
    case library(Gate)
    /// The log for an administrator's call until the call is admitted to a library.
    case administration(AdminGate, of: UInt32?)

    func allow(_ operation: AuditEntry.Operation, _ subject: AuditSubject, by client: Client?) {
        switch self {
        case .library(let gate): gate.core.audit.note(operation, .allowed, subject, by: client)
        case .administration(let gate, of: _): gate.gate?.core.audit.note(operation, .allowed, subject, by: client)
        }
    }

    func refuse(
        _ error: any Error, _ operation: AuditEntry.Operation, _ call: MethodCall, _ subject: AuditSubject,
        by client: Client?
    ) async {
        switch self {
        case .library(let gate): await gate.noteRefusal(error, of: operation, call, by: client, subject)
        case .administration(let gate, of: let user):
            await gate.noteRefusal(error, of: operation, call, by: client, about: user)
        }
    }
}

extension Gate {
    /// Creates a method that policy must allow. Arguments are decoded only after policy has allowed the call.
    func method<In, Out>(
        _ row: ContractMethod<In, Out>,
        _ serve: @escaping @BrokerActor @Sendable (MethodCall, Admission, In) async throws -> Out
    ) -> ServedMethod {
        guard case .operation(let operation) = row.requires else {
            preconditionFailure("\(row.method.name) needs no operation")
        }
        return ServedMethod(row, .library(self)) { call, arguments, record in
            let admission = try await self.admit(call, to: operation, isForDelegates: row.isForDelegates)
            record.client = admission.client
            return (admission, try arguments.decoded())
        } serve: { call, admission, input in
            switch row.cost {
            case .none: try await serve(call, admission, input)
            case .reading:
                try await self.readings.run(for: admission.client.id) { try await serve(call, admission, input) }
            }
        }
    }

    /// Creates a method for programs that may be agents.
    func agentMethod<In, Out>(
        _ row: ContractMethod<In, Out>,
        _ serve: @escaping @BrokerActor @Sendable (AgentPermit, ClientConnection, In) async throws -> Out
    ) -> ServedMethod {
        guard case .agentPermit = row.requires else { preconditionFailure("\(row.method.name) is not for agents") }
        return ServedMethod(row, .library(self)) { call, arguments, record in
            let (permit, connection) = try await self.agentPermit(of: call)
            record.client = permit.client
            return ((permit, connection), try arguments.decoded())
        } serve: { _, context, input in
            try await serve(context.0, context.1, input)
        }
    }
}

extension AdminGate {
    /// Creates a method for administrators.
    ///
    /// - Parameter request: returns the request to authorize.
    func method<In, Out>(
        _ row: ContractMethod<In, Out>,
        about request: @escaping @BrokerActor @Sendable (In) -> AdminRequest,
        serve: @escaping @BrokerActor @Sendable (AdministeredLibrary, In) async throws -> Out
    ) -> ServedMethod {
        guard case .administration(let operation?) = row.requires else {
            preconditionFailure("\(row.method.name) needs no certain operation of an administrator")
        }
        return method(row, request: { (operation, request($0)) }, serve: serve)
    }

    /// Creates a method for administrators. Its arguments determine which operation must be authorized.
    ///
    /// - Parameter request: returns the operation and the request to authorize.
    func decidingMethod<In, Out>(
        _ row: ContractMethod<In, Out>,
        about request: @escaping @BrokerActor @Sendable (In) -> (AdminOperation, AdminRequest),
        serve: @escaping @BrokerActor @Sendable (AdministeredLibrary, In) async throws -> Out
    ) -> ServedMethod {
        guard case .administration(nil) = row.requires else {
            preconditionFailure("\(row.method.name) needs the same operation always")
        }
        return method(row, request: request, serve: serve)
    }

    private func method<In, Out>(
        _ row: ContractMethod<In, Out>,
        request: @escaping @BrokerActor @Sendable (In) -> (AdminOperation, AdminRequest),
        serve: @escaping @BrokerActor @Sendable (AdministeredLibrary, In) async throws -> Out
    ) -> ServedMethod {
        ServedMethod(row, .administration(self, of: nil)) { call, arguments, record in
            let caller = try await caller(of: call)
            record.client = caller.client
            let input = try arguments.decoded()
            let (operation, request) = request(input)
            record.log = .administration(self, of: request.user)
            let library = try await library(for: operation, request, by: caller, call)
            record.log = .library(library.host.gate)
            record.isByOwner = library.permit.isByOwner
            record.end = { hosts.release(by: library.permit) }
            return (library, input)
        } serve: { _, library, input in
            try await serve(library, input)
        }
    }
}

extension ServedInterface {
    /// Creates an interface of the root object, with the interface's version as a property.
    init<Contract: ContractInterface>(root contract: Contract.Type, _ methods: [ServedMethod]) {
        self.init(
            contract.name, methods: methods,
            properties: [ServedProperty(WireNames.versionProperty) { _ in WireNames.version }],
            introspection: contract.introspection)
    }
}
