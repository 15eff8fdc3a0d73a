import FilmgateDBus
import FilmgateModel
import FilmgatePeers
import FilmgateWire

/// Serves the root object to callers without a library.
///
/// These callers can ask for their identity, and can administer other users' libraries if they are authorized. All
/// other calls are refused.
@BrokerActor struct NoLibraryObjects {
    let hosts: LibraryHosts

    /// - Parameter note: called for each call that is refused.
    func interfaces(
        refusing error: WireError, noting note: @escaping @Sendable (MethodCall) -> Void = { _ in }
    ) -> [ServedInterface] {
        let adminGate = AdminGate(hosts: hosts, gate: nil)
        return [
            ServedInterface(refusing: AuthorizationInterface.self, with: error, note, but: [getClient]),
            ServedInterface(refusing: AgentManagerInterface.self, with: error, note),
            ServedInterface(refusing: DelegationInterface.self, with: error, note),
            ServedInterface(refusing: LibraryInterface.self, with: error, note),
            ServedInterface(refusing: ResourcesInterface.self, with: error, note),
            ServedInterface(refusing: ImagesInterface.self, with: error, note),
            ServedInterface(refusing: PickerInterface.self, with: error, note),
            ServedInterface(refusing: EditingInterface.self, with: error, note),
            ServedInterface(refusing: ObservationInterface.self, with: error, note),
            AdminObject(adminGate: adminGate).interface,
            MaintenanceObject(adminGate: adminGate).interface,
            BackupObject(adminGate: adminGate).interface,
        ]
    }

    private var getClient: ServedMethod {
        let peers = hosts.services.peers
        return ServedMethod(AuthorizationInterface.getClient.method) { call, _ in
            guard case .client(let client) = await peers.identify(call.sender) else {
                return MessageArguments(ClientIdentity(nil))
            }
            return MessageArguments(ClientIdentity(client.id))
        }
    }
}

extension ServedInterface {
    /// Creates an interface of the root object that refuses all methods except these.
    fileprivate init<Contract: ContractInterface>(
        refusing contract: Contract.Type, with error: WireError, _ note: @escaping @Sendable (MethodCall) -> Void,
        but methods: [ServedMethod] = []
    ) {
        let refusing = contract.members.compactMap { member -> ServedMethod? in
            guard case .method(let name, let takes, let gives) = member, !methods.contains(where: { $0.name == name })
            else { return nil }
            return ServedMethod(refusing: name, takes: takes, gives: gives, with: error, noting: note)
        }
        self.init(root: contract, methods + refusing)
    }
}
