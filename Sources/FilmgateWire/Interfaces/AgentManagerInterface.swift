public import FilmgateDBus

/// `org.filmgate.AgentManager1`: where agents come forward.
public enum AgentManagerInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.AgentManager1"
    public static var document: [UInt8] { PackageResources.org_filmgate_AgentManager1_xml }

    public static let registerAgent = Row<Arguments<ObjectPath, NoOptions>, Arguments<>>(
        "RegisterAgent", requires: .agency)
    public static let unregisterAgent = Row<Arguments<>, Arguments<>>("UnregisterAgent", requires: .agency)
    public static let active = Row<Arguments<String>, Arguments<>>("Active", requires: .agency)

    public static var members: [Member] {
        [Member(registerAgent), Member(unregisterAgent), Member(active), Member(Wire.versionProperty)]
    }
}
