public import FilmgateDBus

/// `org.filmgate.Maintenance1`: the library as a whole, for administrators.
public enum MaintenanceInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Maintenance1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Maintenance1_xml }

    public static let getSummary = ContractMethod<Arguments<UserOption>, Arguments<LibrarySummary>>(
        "GetSummary", requires: .administration)
    public static let verify = ContractMethod<
        Arguments<String, UserOption>, Arguments<String, UInt64, UInt64, [Finding]>
    >(
        "Verify", requires: .administration)

    public static let verifyAudit = ContractMethod<
        Arguments<String, UserOption>, Arguments<String, UInt64, UInt64, [Finding]>
    >(
        "VerifyAudit", requires: .administration)

    public static var members: [Member] {
        [Member(getSummary), Member(verify), Member(verifyAudit), Member(Wire.versionProperty)]
    }
}
