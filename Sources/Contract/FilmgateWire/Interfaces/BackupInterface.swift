public import FilmgateDBus
import FilmgatePolicy
public import FilmgateSystem

/// `org.filmgate.Backup1`: copies and restores the library, for its owner and administrators.
public enum BackupInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Backup1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Backup1_xml }

    /// The maximum number of files that a call can return or take: the limit on descriptors in a message.
    public static let filesOfCall = 16

    public static let beginBackup = ContractMethod<
        MessageArguments<UserOption>, MessageArguments<OwnedDescriptor, OwnedDescriptor, BackupDetails>
    >("BeginBackup", of: name, requires: .administration(.backUp), audit: .calls())

    /// Allowed calls are not in the audit log, because they are part of `beginBackup`.
    public static let openFiles = ContractMethod<
        MessageArguments<[String], UserOption>, MessageArguments<[String: OwnedDescriptor]>
    >("OpenFiles", of: name, requires: .administration(.backUp), audit: .refusals())

    public static let finishBackup = ContractMethod<MessageArguments<UserOption>, MessageArguments<>>(
        "FinishBackup", of: name, requires: .administration(.backUp), audit: .calls())

    public static let beginRestore = ContractMethod<
        MessageArguments<OwnedDescriptor, RestoreOptions>, MessageArguments<OwnedDescriptor, RestoreDetails>
    >("BeginRestore", of: name, requires: .administration(.restore), audit: .calls())

    /// Allowed calls are not in the audit log, because they are part of `beginRestore`.
    public static let addFiles = ContractMethod<
        MessageArguments<[String: OwnedDescriptor], UserOption>, MessageArguments<>
    >(
        "AddFiles", of: name, requires: .administration(.restore), audit: .refusals())

    /// The audit entry is written to the restored library's log.
    public static let finishRestore = ContractMethod<MessageArguments<UserOption>, MessageArguments<>>(
        "FinishRestore", of: name, requires: .administration(.restore), audit: .refusals())

    public static let cancelRestore = ContractMethod<MessageArguments<UserOption>, MessageArguments<>>(
        "CancelRestore", of: name, requires: .administration(.restore), audit: .calls())

    public static var members: [Member] {
        [
            Member(beginBackup), Member(openFiles), Member(finishBackup), Member(beginRestore), Member(addFiles),
            Member(finishRestore), Member(cancelRestore), Member(WireNames.versionProperty),
        ]
    }
}
