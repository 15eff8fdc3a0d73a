public import FilmgateDBus
internal import FilmgatePolicy

/// `org.filmgate.Observation1`: what has changed, of what the caller may see.
public enum ObservationInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Observation1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Observation1_xml }

    public static let subscribe = ContractMethod<Arguments<NoOptions>, Arguments<ChangeTokenText>>(
        "Subscribe", requires: .operation(.observe))
    public static let unsubscribe = ContractMethod<Arguments<>, Arguments<>>(
        "Unsubscribe", requires: .operation(.askForAccess))
    public static let changesSince = ContractMethod<
        Arguments<ChangeTokenText, NoOptions>, Arguments<ChangeTokenText, ChangesDescription>
    >("ChangesSince", requires: .operation(.observe))

    public static let libraryChanged = Signal<Arguments<ChangeTokenText, ChangesDescription>>("LibraryChanged")

    public static var members: [Member] {
        [
            Member(subscribe), Member(unsubscribe), Member(changesSince), Member(libraryChanged),
            Member(Wire.versionProperty),
        ]
    }
}
