public import FilmgateDBus

/// `org.filmgate.AgentManager1`: registration of agents, which show the broker's prompts to the person.
public enum AgentManagerInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.AgentManager1"
    public static var document: [UInt8] { PackageResources.org_filmgate_AgentManager1_xml }

    public static let registerAgent = ContractMethod<
        MessageArguments<ObjectPath, AgentRegistrationOptions>, MessageArguments<>
    >(
        "RegisterAgent", of: name, requires: .agentPermit, audit: .refusals())
    public static let unregisterAgent = ContractMethod<MessageArguments<>, MessageArguments<>>(
        "UnregisterAgent", of: name, requires: .agentPermit, audit: .refusals())
    public static let active = ContractMethod<MessageArguments<String>, MessageArguments<>>(
        "Active", of: name, requires: .agentPermit, audit: .refusals())

    public static var members: [Member] {
        [Member(registerAgent), Member(unregisterAgent), Member(active), Member(WireNames.versionProperty)]
    }
}

/// `org.filmgate.Agent1`, which agents export and the broker calls.
public enum AgentInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Agent1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Agent1_xml }

    /// Takes an `AgentPrompt` and returns a `PromptAnswer`.
    package static let prompt = ContractMethod<AgentPrompt.Encoded, MessageArguments<Options>>(
        "Prompt", of: name, requires: .nothing, audit: .nothing)
    public static let dismiss = ContractMethod<MessageArguments<String>, MessageArguments<>>(
        "Dismiss", of: name, requires: .nothing, audit: .nothing)

    public static var members: [Member] { [Member(prompt), Member(dismiss)] }
}
