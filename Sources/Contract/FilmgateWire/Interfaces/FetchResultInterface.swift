public import FilmgateDBus
public import FilmgateModel
import FilmgatePolicy
public import FilmgateSystem

/// `org.filmgate.FetchResult1`: the objects that `Fetch` creates, each for only one connection.
public enum FetchResultInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.FetchResult1"
    public static var document: [UInt8] { PackageResources.org_filmgate_FetchResult1_xml }

    /// The properties are strings, because the valid properties depend on the kind of the fetched objects.
    public static let read = ContractMethod<MessageArguments<UInt32, UInt32, [String]>, MessageArguments<[ResultRow]>>(
        "Read", of: name, requires: .operation(.readAssets), cost: .reading,
        audit: .replies { _, reply in AuditSubject(count: reply.values.count, ids: reply.values.compactMap(\.id)) })
    public static let snapshot = ContractMethod<
        MessageArguments<[String], SnapshotRange>, MessageArguments<OwnedDescriptor, SnapshotLayout>
    >(
        "Snapshot", of: name, requires: .operation(.readAssets), cost: .reading,
        audit: .replies { _, reply in AuditSubject(count: reply.values.1.count, ids: reply.values.1.ids) })
    public static let indexOf = ContractMethod<MessageArguments<ObjectIDText>, MessageArguments<Int32>>(
        "IndexOf", of: name, requires: .operation(.readAssets), cost: .reading,
        // If the result does not contain the asset, the asset is not recorded as read.
        audit: .replies { call, reply in AuditSubject(ids: reply.values < 0 ? [] : [call.values.id]) })
    public static let update = ContractMethod<MessageArguments<>, MessageArguments<FetchDifference>>(
        "Update", of: name, requires: .operation(.readAssets), cost: .reading,
        audit: .replies { _, reply in AuditSubject(count: reply.values.count) })
    public static let close = ContractMethod<MessageArguments<>, MessageArguments<>>(
        "Close", of: name, requires: .operation(.askForAccess), audit: .nothing)

    public static let count = Property<UInt32>("Count")

    public static var members: [Member] {
        [Member(read), Member(snapshot), Member(indexOf), Member(update), Member(close), Member(count)]
    }
}
