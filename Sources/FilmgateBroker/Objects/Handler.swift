internal import FilmgateDBus
internal import FilmgatePolicy
internal import FilmgateWire

extension Gate {
    /// A method that needs permission: its row says which, and its arguments are decoded once that was had.
    func handler<In, Out>(
        _ row: Row<In, Out>, _ serve: @escaping @Sendable (MethodCall, Admission, In) async throws -> Out
    ) -> ServedMethod {
        guard case .operation(let operation) = row.requires else {
            preconditionFailure("\(row.method.name) needs no operation")
        }
        return ServedMethod(row.method) { call, arguments in
            let admission = try await admit(call, to: operation)
            return try await serve(call, admission, arguments.decoded())
        }
    }

    /// A method for administrators alone.
    func handler<In, Out>(
        administering row: Row<In, Out>,
        _ serve: @escaping @Sendable (MethodCall, Administration, In) async throws -> Out
    ) -> ServedMethod {
        guard case .administration = row.requires else {
            preconditionFailure("\(row.method.name) is not for administrators")
        }
        return ServedMethod(row.method) { call, arguments in
            let administration = try await administer(call)
            return try await serve(call, administration, arguments.decoded())
        }
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
