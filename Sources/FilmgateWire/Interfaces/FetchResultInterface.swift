public import FilmgateDBus
public import FilmgateModel
internal import FilmgatePolicy
public import FilmgateSystem

/// `org.filmgate.FetchResult1`: the objects that `Fetch` makes, each of one connection alone.
public enum FetchResultInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.FetchResult1"
    public static var document: [UInt8] { PackageResources.org_filmgate_FetchResult1_xml }

    /// What properties there are depends on what was fetched.
    public static let read = ContractMethod<Arguments<UInt32, UInt32, [String]>, Arguments<[ResultRow]>>(
        "Read", requires: .operation(.readAssets))
    public static let snapshot = ContractMethod<
        Arguments<[String], SnapshotRange>, Arguments<OwnedDescriptor, SnapshotLayout>
    >("Snapshot", requires: .operation(.readAssets))
    public static let indexOf = ContractMethod<Arguments<LibraryIdentifier>, Arguments<Int32>>(
        "IndexOf", requires: .operation(.readAssets))
    public static let update = ContractMethod<Arguments<>, Arguments<FetchDifference>>(
        "Update", requires: .operation(.readAssets))
    public static let close = ContractMethod<Arguments<>, Arguments<>>("Close", requires: .operation(.askForAccess))

    public static let count = Property<UInt32>("Count")

    public static var members: [Member] {
        [Member(read), Member(snapshot), Member(indexOf), Member(update), Member(close), Member(count)]
    }
}
