public import FilmgateDBus
public import FilmgateModel
import FilmgatePolicy

/// `org.filmgate.Library1`: fetches and changes.
public enum LibraryInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Library1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Library1_xml }

    public static let fetch = ContractMethod<FetchArguments, MessageArguments<ObjectPath, UInt32>>(
        "Fetch", of: name, requires: .operation(.readAssets), cost: .reading,
        audit: .replies(about: { AuditSubject(ids: $0.identifiers) }) { _, reply in
            AuditSubject(count: Int(reply.values.1))
        })
    /// The changes stay undecoded until policy has allowed each of them. Each kind of change gets an audit entry.
    public static let performChanges = ContractMethod<
        MessageArguments<[RawChange], Options>, MessageArguments<[String]>
    >(
        "PerformChanges", of: name, requires: .changes, audit: .nothing, isForDelegates: true)

    public static let cancelChanges = ContractMethod<MessageArguments<UInt32>, MessageArguments<>>(
        "CancelChanges", of: name, requires: .operation(.askForAccess), audit: .nothing)

    /// Takes a title and the identifiers of assets; returns the new album's identifier.
    public static let createTransient = ContractMethod<
        MessageArguments<String, [AssetIDText]>, MessageArguments<ObjectIDText>
    >(
        "CreateTransient", of: name, requires: .operation(.readAssets), cost: .reading,
        audit: .calls { AuditSubject(ids: $0.values.1.map { ObjectID($0.id) }) })

    public static let countBy = ContractMethod<
        MessageArguments<CountedProperty, CountOptions>, MessageArguments<[RawValueCount]>
    >(
        "CountBy", of: name, requires: .operation(.readAssets), cost: .reading,
        audit: .replies(about: { AuditSubject(ids: ($0.values.1.fetch.query.identifiers ?? []).map { ObjectID($0) }) })
        {
            arguments, reply in
            AuditSubject(count: max(1, reply.values.count), detail: arguments.values.0.rawValue)
        })

    public static let getCapabilities = ContractMethod<
        MessageArguments<FetchKind, [ObjectIDText]>, MessageArguments<[[String]]>
    >(
        "GetCapabilities", of: name, requires: .operation(.readAssets), cost: .reading,
        audit: .calls { AuditSubject(ids: $0.values.1.map(\.id)) })

    /// Takes receipts (the identifiers that `PerformChanges` returned for new assets), and returns their states.
    public static let getReceipts = ContractMethod<MessageArguments<[AssetIDText]>, MessageArguments<[String: String]>>(
        "GetReceipts", of: name, requires: .operation(.createAssets), cost: .reading,
        audit: .calls { AuditSubject(ids: $0.values.map { ObjectID($0.id) }) })

    public static let withdrawAdded = ContractMethod<MessageArguments<[AssetIDText]>, MessageArguments<>>(
        "WithdrawAdded", of: name, requires: .operation(.createAssets), cost: .reading,
        audit: .refusals { AuditSubject(ids: $0.values.map { ObjectID($0.id) }) }, isForDelegates: true)

    public static var members: [Member] {
        [
            Member(fetch), Member(performChanges), Member(cancelChanges), Member(createTransient),
            Member(getCapabilities), Member(countBy), Member(getReceipts), Member(withdrawAdded),
            Member(WireNames.versionProperty),
        ]
    }
}
