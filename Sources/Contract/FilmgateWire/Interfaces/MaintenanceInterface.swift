public import FilmgateDBus
import FilmgateModel
import FilmgatePolicy

/// `org.filmgate.Maintenance1`: the library as a whole, for administrators.
public enum MaintenanceInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Maintenance1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Maintenance1_xml }

    public static let getSummary = ContractMethod<MessageArguments<UserOption>, MessageArguments<LibrarySummary>>(
        "GetSummary", of: name, requires: .administration(.oversee), audit: .calls())
    public static let verify = ContractMethod<
        MessageArguments<String, UserOption>, MessageArguments<String, UInt64, UInt64, [VerificationFinding]>
    >(
        "Verify", of: name, requires: .administration(.verify), audit: .firstPage)

    public static let verifyAudit = ContractMethod<
        MessageArguments<String, UserOption>, MessageArguments<String, UInt64, UInt64, [VerificationFinding]>
    >(
        "VerifyAudit", of: name, requires: .administration(.readAudit), audit: .firstPage)

    public static let clearCache = ContractMethod<MessageArguments<UserOption>, MessageArguments<UInt64>>(
        "ClearCache", of: name, requires: .administration(.verify), audit: .calls())

    public static var members: [Member] {
        [
            Member(getSummary), Member(verify), Member(verifyAudit), Member(clearCache),
            Member(WireNames.versionProperty),
        ]
    }
}

extension AuditRule where In == MessageArguments<String, UserOption> {
    /// The rule that records the first call. Later calls, which pass a cursor, count as part of the first call.
    fileprivate static var firstPage: AuditRule {
        .replies { arguments, _ in arguments.values.0.isEmpty ? AuditSubject() : nil }
    }
}
